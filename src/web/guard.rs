//! Who may come in. A page of another site must not drive this server, by whatever name
//! it found it; beyond this computer, a token is needed as well.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, Method, Uri, header};

use super::error::ApiError;

/// What is checked of every request.
#[derive(Clone, Debug)]
pub struct Guard {
    address: SocketAddr,
    token: Option<String>,
}

impl Guard {
    /// A guard for a server at an address. One that others can reach gets a token.
    pub fn new(address: SocketAddr) -> Guard {
        let token = (!address.ip().is_loopback()).then(super::random_name);
        Guard { address, token }
    }

    /// What somebody has to know who comes from another computer.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The cookie that holds the token. Servers at other ports have others.
    pub fn cookie(&self) -> String {
        format!("hornet-{}", self.address.port())
    }

    /// Refuses a request that comes from where it may not.
    pub fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), ApiError> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(host) = text(header::HOST).or_else(|| uri.authority().map(|it| it.as_str()))
        else {
            return Err(ApiError::bad_request("a request names its host"));
        };
        if headers.get_all(header::HOST).iter().count() > 1 || !self.is_own(host) {
            return Err(ApiError::forbidden(format!(
                "this server is http://{}, and answers to no other name",
                self.address
            )));
        }
        let foreign = |origin: &str| origin.strip_prefix("http://").is_none_or(|it| it != host);
        if headers.contains_key(header::ORIGIN) && text(header::ORIGIN).is_none_or(foreign) {
            return Err(ApiError::forbidden("a page of another site may not ask this server"));
        }
        // A link of another site may lead to the page, which asks for all else itself.
        let is_page = method == Method::GET && uri.path() == "/";
        let site = text(header::HeaderName::from_static("sec-fetch-site"));
        if site == Some("cross-site") && !is_page {
            return Err(ApiError::forbidden("a page of another site may not ask this server"));
        }
        match &self.token {
            Some(token) if !self.has_token(token, uri, headers) => Err(ApiError::unauthorized(
                "this server asks for the token that it printed when it was started, as part of \
                 its address",
            )),
            _ => Ok(()),
        }
    }

    /// Whether a host is this server, by number or as `localhost`: a name could be made
    /// to lead here by somebody else.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse::<u16>().ok()),
            _ => (host, Some(80)),
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_here = match bare.parse::<IpAddr>() {
            Ok(number) => {
                let bound = self.address.ip();
                let is_local = bound.is_loopback() && number.is_loopback();
                number == bound || is_local || bound.is_unspecified()
            }
            Err(_) => name.eq_ignore_ascii_case("localhost") && !self.is_beyond(),
        };
        is_here && port == Some(self.address.port())
    }

    /// Whether only other computers' names for this one would do.
    fn is_beyond(&self) -> bool {
        let bound = self.address.ip();
        !bound.is_loopback() && !bound.is_unspecified()
    }

    fn has_token(&self, token: &str, uri: &Uri, headers: &HeaderMap) -> bool {
        let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = shown.and_then(|shown| {
            let (scheme, given) = shown.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| given.trim_start())
        });
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
        let mut cookies = cookies.flat_map(|all| all.split(';')).filter_map(|it| {
            let (name, value) = it.trim().split_once('=')?;
            (name == self.cookie()).then_some(value)
        });
        let asked = token_in(uri);
        let same = |given: &str| is_same(given, token);
        bearer.is_some_and(same) || asked.is_some_and(same) || cookies.any(same)
    }
}

/// The token that an address holds.
pub fn token_in(uri: &Uri) -> Option<&str> {
    let mut parts = uri.query()?.split('&');
    parts.find_map(|part| part.strip_prefix("token="))
}

/// Compares without telling by the time it takes how much is right.
fn is_same(given: &str, token: &str) -> bool {
    let differs = given.bytes().zip(token.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
    given.len() == token.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(guard: &Guard, headers: &[(&str, &str)]) -> Result<(), ApiError> {
        checked_at(guard, &Method::POST, "/api/v1/games", headers)
    }

    fn checked_at(
        guard: &Guard,
        method: &Method,
        path: &'static str,
        headers: &[(&str, &str)],
    ) -> Result<(), ApiError> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: header::HeaderName = name.parse().unwrap();
            map.append(name, value.parse().unwrap());
        }
        guard.check(method, &Uri::from_static(path), &map)
    }

    #[test]
    fn only_this_computer_by_its_number_or_localhost_comes_in() {
        let guard = Guard::new("127.0.0.1:4756".parse().unwrap());
        for host in ["127.0.0.1:4756", "localhost:4756", "LOCALHOST:4756", "[::1]:4756"] {
            assert_eq!(checked(&guard, &[("host", host)]), Ok(()), "{host}");
        }
        for host in ["evil.example:4756", "127.0.0.1", "127.0.0.1:1", "10.0.0.1:4756", "", "[::1"] {
            assert!(checked(&guard, &[("host", host)]).is_err(), "{host}");
        }
        assert!(checked(&guard, &[]).is_err());
        assert!(checked(&guard, &[("host", "localhost:4756"), ("host", "evil:4756")]).is_err());
    }

    #[test]
    fn a_page_of_another_site_does_not_come_in() {
        let guard = Guard::new("127.0.0.1:4756".parse().unwrap());
        let from = |origin| checked(&guard, &[("host", "127.0.0.1:4756"), ("origin", origin)]);
        assert_eq!(from("http://127.0.0.1:4756"), Ok(()));
        for origin in
            ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:4756"]
        {
            assert!(from(origin).is_err(), "{origin}");
        }
    }

    #[test]
    fn a_link_of_another_site_leads_to_the_page_and_no_further() {
        let guard = Guard::new("127.0.0.1:4756".parse().unwrap());
        let from = |method, path, site| {
            let headers = [("host", "127.0.0.1:4756"), ("sec-fetch-site", site)];
            checked_at(&guard, &method, path, &headers).is_ok()
        };
        assert!(from(Method::GET, "/", "cross-site"));
        assert!(from(Method::GET, "/?token=x", "cross-site"));
        assert!(!from(Method::POST, "/", "cross-site"));
        assert!(!from(Method::GET, "/api/v1/games", "cross-site"));
        assert!(!from(Method::POST, "/player_white", "cross-site"));
        for site in ["same-origin", "none"] {
            assert!(from(Method::GET, "/api/v1/games", site), "{site}");
        }
    }

    #[test]
    fn beyond_this_computer_a_token_is_needed() {
        let guard = Guard::new("0.0.0.0:4756".parse().unwrap());
        let token = guard.token().unwrap().to_string();
        let host = ("host", "192.0.2.7:4756");
        assert!(checked(&guard, &[host]).is_err());
        assert!(checked(&guard, &[host, ("authorization", "Bearer x")]).is_err());
        for scheme in ["Bearer", "bearer", "BEARER"] {
            let shown = format!("{scheme} {token}");
            assert_eq!(checked(&guard, &[host, ("authorization", &shown)]), Ok(()), "{scheme}");
        }
        assert!(checked(&guard, &[host, ("authorization", &token)]).is_err());
        assert!(checked(&guard, &[host, ("authorization", &format!("Basic {token}"))]).is_err());
        assert_eq!(
            checked(&guard, &[host, ("cookie", &format!("a=b; hornet-4756={token}"))]),
            Ok(())
        );
        let named = [("host", "evil.example:4756"), ("authorization", "Bearer x")];
        assert!(checked(&guard, &named).is_err());
    }
}
