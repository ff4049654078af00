// Runs before all else and is very short: asks for the table that the address names while
// the page still loads, so that its board need not wait for one after the other.

(() => {
  const table = /^#\/table\/(\w+)$/.exec(location.hash);
  if (!table) return;
  const path = `/tables/${table[1]}`;
  const read = async () => {
    const response = await fetch(`/api/v1${path}`, { headers: { accept: 'application/vnd.hornet+json' } });
    return { response, text: await response.text() };
  };
  const answer = read();
  // Whoever takes it up is told of an error too.
  answer.catch(() => {});
  window.asked = { path, answer };
})();
