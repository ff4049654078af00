//! How a player over HTTP is named: by its address, `http://127.0.0.1:9001`, and after
//! an `@` how long each of its answers may take, `http://127.0.0.1:9001@30s`. A question
//! behind the address, `?player=minimax:2`, is handed on.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use crate::logic::syntax::hidden::visible_line;
use crate::play::player::{Until, until};

/// Where a player is, and how long it is waited for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HttpSpec {
    /// The name or number of a computer, in brackets if it has colons in it.
    host: String,
    port: Option<u16>,
    /// What stands before `/player_white`; empty, or with a slash at its beginning.
    path: String,
    query: Option<String>,
    /// How long each answer may take, if it was said.
    pub limit: Option<Duration>,
}

/// What is wrong with the name of a player over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HttpSpecError {
    /// It is to be reached by TLS.
    #[error(
        "`https://` is not supported, as Hornet does not speak TLS; players over HTTP are named \
         like {EXAMPLE}, on this computer or in a network that you trust"
    )]
    Tls,
    /// No address.
    #[error("after `http://` comes the address of a player, as in {EXAMPLE}")]
    NoHost,
    /// A port that is none.
    #[error("`{0}` is not a port; a port is a number from 1 to 65535, as in {EXAMPLE}")]
    Port(String),
    /// A time that is none.
    #[error(
        "`{0}` is not a time; behind the @ stands how long an answer may take, up to an hour, as \
         in {EXAMPLE}@30s"
    )]
    Limit(String),
    /// A name before the address.
    #[error("the address `{0}` has a user name in it, which Hornet does not send")]
    User(String),
    /// Something that does not belong into an address.
    #[error("the address `{0}` has a character in it that addresses do not have")]
    Character(String),
    /// Too long.
    #[error("an address has at most {LONGEST} characters")]
    TooLong,
}

const EXAMPLE: &str = "http://127.0.0.1:9001";

const SCHEME: &str = "http://";

/// The port where an address names none.
const USUAL_PORT: u16 = 80;

/// Longer addresses are refused, in bytes.
const LONGEST: usize = 500;

impl HttpSpec {
    /// Whether a text is meant as such a name.
    pub fn is_meant(text: &str) -> bool {
        let begins =
            |word: &str| text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word));
        text.eq_ignore_ascii_case("http") || begins("http:") || begins("https:")
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Result<HttpSpec, HttpSpecError> {
        let shown = |text: &str| visible_line(&text.chars().take(60).collect::<String>());
        if text.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:")) {
            return Err(HttpSpecError::Tls);
        }
        if text.len() > LONGEST {
            return Err(HttpSpecError::TooLong);
        }
        let scheme = text.get(..SCHEME.len()).filter(|it| it.eq_ignore_ascii_case(SCHEME));
        let rest = scheme.map(|_| &text[SCHEME.len()..]).ok_or(HttpSpecError::NoHost)?;
        if !rest.chars().all(is_of_an_address) {
            return Err(HttpSpecError::Character(shown(text)));
        }
        let (address, limit) = without_limit(rest)?;
        let (address, query) = match address.split_once('?') {
            Some((address, query)) => (address, Some(query)),
            None => (address, None),
        };
        let (authority, path) = address.split_at(address.find('/').unwrap_or(address.len()));
        if address.contains('@') {
            return Err(HttpSpecError::User(shown(text)));
        }
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
            _ => (authority, None),
        };
        let is_bracketed = host.starts_with('[') && host.ends_with(']') && host.len() > 2;
        if host.is_empty() {
            return Err(HttpSpecError::NoHost);
        }
        if host.contains(['[', ']', ':']) && !is_bracketed {
            return Err(HttpSpecError::Character(shown(text)));
        }
        let number = |port: &str| match port.parse::<u16>() {
            Ok(number @ 1..) if !port.starts_with('+') => Ok(number),
            _ => Err(HttpSpecError::Port(shown(port))),
        };
        Ok(HttpSpec {
            host: host.to_ascii_lowercase(),
            port: port.map(number).transpose()?,
            path: path.trim_end_matches('/').into(),
            query: query.filter(|query| !query.is_empty()).map(String::from),
            limit,
        })
    }

    /// The computer and its port, as they are connected to.
    pub fn address(&self) -> String {
        format!("{}:{}", self.host, self.port.unwrap_or(USUAL_PORT))
    }

    /// Where messages go that are meant for a side.
    pub fn url(&self, side: &str) -> String {
        let query = self.query.as_ref().map_or(String::new(), |query| format!("?{query}"));
        format!("{}/player_{side}{query}", self.base())
    }

    /// The address up to where the sides are told apart.
    fn base(&self) -> String {
        let port = self.port.map_or(String::new(), |port| format!(":{port}"));
        format!("{SCHEME}{}{port}{}", self.host, self.path)
    }
}

impl fmt::Display for HttpSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base())?;
        if let Some(query) = &self.query {
            write!(f, "?{query}")?;
        }
        match self.limit {
            Some(limit) => write!(f, "@{}", Until::Time(limit)),
            None => Ok(()),
        }
    }
}

/// Whether a character may stand in an address. Commas separate players.
fn is_of_an_address(c: char) -> bool {
    c.is_ascii_graphic() && !"\"'<>\\^`{|}#,".contains(c)
}

/// The address, and the time behind it. In a question an `@` may mean something else,
/// if no time follows.
fn without_limit(text: &str) -> Result<(&str, Option<Duration>), HttpSpecError> {
    let Some((address, measure)) = text.rsplit_once('@') else { return Ok((text, None)) };
    match until(measure) {
        Ok(Until::Time(limit)) => Ok((address, Some(limit))),
        _ if address.contains('?') => Ok((text, None)),
        _ if measure.starts_with(|c: char| c.is_ascii_digit()) && !measure.contains(['.', ':']) => {
            Err(HttpSpecError::Limit(measure.into()))
        }
        _ => Ok((text, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> HttpSpec {
        HttpSpec::parse(text).unwrap()
    }

    #[test]
    fn a_name_is_written_as_it_is_read() {
        for text in [
            "http://127.0.0.1:9001",
            "http://127.0.0.1:9001@30s",
            "http://localhost",
            "http://[::1]:9001@0.5s",
            "http://hive.example/a/b",
            "http://127.0.0.1:4756?player=minimax:2@density",
            "http://127.0.0.1:4756?player=minimax:2s@density@90s",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
        assert_eq!(read("HTTP://LocalHost:9001/?@5s").to_string(), "http://localhost:9001@5s");
        assert_eq!(read("http://a:1@30s").limit, Some(Duration::from_secs(30)));
    }

    #[test]
    fn each_side_has_an_address() {
        assert_eq!(read("http://a:1").url("white"), "http://a:1/player_white");
        assert_eq!(read("http://a/b/@2s").url("black"), "http://a/b/player_black");
        let asked = read("http://a:1?player=greedy@30s");
        assert_eq!(asked.url("white"), "http://a:1/player_white?player=greedy");
        assert_eq!(read("http://a").address(), "a:80");
        assert_eq!(read("http://[::1]:9001").address(), "[::1]:9001");
    }

    #[test]
    fn an_error_says_what_would_be_right() {
        for (text, part) in [
            ("http", "comes the address of a player"),
            ("http:", "comes the address of a player"),
            ("http://", "comes the address of a player"),
            ("http://:9001", "comes the address of a player"),
            ("http:127.0.0.1", "as in http://127.0.0.1:9001"),
            ("https://127.0.0.1:9001", "does not speak TLS"),
            ("http://a:port", "`port` is not a port"),
            ("http://a:0", "`0` is not a port"),
            ("http://a:30s", "`30s` is not a port"),
            ("http://a:99999", "a number from 1 to 65535"),
            ("http://a:1@30", "`30` is not a time"),
            ("http://a:1@0s", "`0s` is not a time"),
            ("http://a:1@9999s", "up to an hour, as in http://127.0.0.1:9001@30s"),
            ("http://me@a:1", "has a user name in it"),
            ("http://me:secret@10.0.0.1:1", "has a user name in it"),
            ("http://a b", "that addresses do not have"),
            ("http://a\u{202e}b", "`http://a\\u{202e}b`"),
            ("http://::1:9001", "that addresses do not have"),
        ] {
            let error = HttpSpec::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(
            HttpSpec::parse(&format!("http://{}", "a".repeat(999))),
            Err(HttpSpecError::TooLong)
        );
    }
}
