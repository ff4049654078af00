//! Input that cannot be read, such as a binary file that was pasted.

/// Drops all that is being sent to the terminal, until it falls silent: the
/// rest of a paste must not be taken for keys.
#[cfg(unix)]
pub fn discard_input() -> std::io::Result<()> {
    use std::os::fd::AsFd;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::termios::{FlushArg, SetArg, cfmakeraw, tcflush, tcgetattr, tcsetattr};

    const SILENCE_IN_MILLISECONDS: u8 = 100;

    let input = std::io::stdin();
    let before = tcgetattr(&input)?;
    // The terminal is not to act upon what comes.
    let mut raw = before.clone();
    cfmakeraw(&mut raw);
    raw.output_flags = before.output_flags;
    tcsetattr(&input, SetArg::TCSANOW, &raw)?;
    let mut more = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    while poll(&mut more, PollTimeout::from(SILENCE_IN_MILLISECONDS))? > 0 {
        tcflush(&input, FlushArg::TCIFLUSH)?;
    }
    Ok(tcsetattr(&input, SetArg::TCSANOW, &before)?)
}

/// Drops what has been typed so far.
#[cfg(unix)]
pub fn forget_typed() -> std::io::Result<()> {
    use nix::sys::termios::{FlushArg, tcflush};

    Ok(tcflush(std::io::stdin(), FlushArg::TCIFLUSH)?)
}

/// Elsewhere it is kept.
#[cfg(not(unix))]
pub fn forget_typed() -> std::io::Result<()> {
    Ok(())
}

/// Elsewhere there is nothing to be dropped.
#[cfg(not(unix))]
pub fn discard_input() -> std::io::Result<()> {
    Ok(())
}
