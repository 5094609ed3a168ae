//! Cache on an HTTP server, in the protocol of Bazel's `--remote_cache=http://...`: GET and PUT of `ac/KEY` and
//! `cas/HASH`

use super::{CacheError, EntryKind, Store};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use ureq::Agent;
use ureq::http::StatusCode;

/// Timeouts for establishing a connection and for a whole request.
const CONNECT: Duration = Duration::from_secs(5);
const REQUEST: Duration = Duration::from_secs(60);
/// Number of consecutive failed requests after which the server is not used for the duration `PAUSE`.
const FAILURES: u32 = 3;
const PAUSE: Duration = Duration::from_secs(10);
/// Maximum number of idle connections in the connection pool.
const CONNECTIONS: usize = 64;

/// A cache server.
pub struct Server {
    /// The server's URL without a trailing slash.
    address: String,
    agent: Agent,
    /// Number of failed requests since the last successful one.
    failures: AtomicU32,
    /// Time at which the current pause ends. Pausing prevents a server that is down from delaying all work.
    pause: Mutex<Option<Instant>>,
}

impl Server {
    /// Creates a client for the cache at a URL. Returns `None` if the URL does not start with `http://`.
    pub fn new(address: &str) -> Option<Server> {
        address.strip_prefix("http://")?;
        let config = Agent::config_builder()
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(REQUEST))
            .http_status_as_error(false)
            .max_idle_connections(CONNECTIONS)
            .max_idle_connections_per_host(CONNECTIONS)
            .user_agent(concat!("spv-opt/", env!("CARGO_PKG_VERSION")));
        Some(Server {
            address: address.trim_end_matches('/').to_owned(),
            agent: config.build().new_agent(),
            failures: AtomicU32::new(0),
            pause: Mutex::new(None),
        })
    }

    fn is_paused(&self) -> bool {
        let pause = *self.pause.lock().unwrap_or_else(PoisonError::into_inner);
        pause.is_some_and(|end| Instant::now() < end)
    }

    /// Performs a request and updates the count of consecutive failures.
    fn answer<T>(
        &self,
        address: String,
        request: impl FnOnce(&str) -> Result<(StatusCode, T), ureq::Error>,
    ) -> Result<(StatusCode, T), CacheError> {
        let error = match request(&address) {
            Ok((status, _)) if status.is_server_error() => {
                CacheError::Status { address, status: status.as_u16() }
            }
            Ok(answer) => {
                self.failures.store(0, Ordering::Relaxed);
                return Ok(answer);
            }
            Err(error) => CacheError::Transport { address, error: error.to_string() },
        };
        if self.failures.fetch_add(1, Ordering::Relaxed) + 1 >= FAILURES {
            let end = Instant::now() + PAUSE;
            *self.pause.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
        }
        Err(error)
    }
}

impl Store for Server {
    fn place(&self, kind: EntryKind, hash: &str) -> String {
        format!("{}/{}/{hash}", self.address, kind.name())
    }

    fn get(&self, kind: EntryKind, hash: &str, limit: u64) -> Result<Option<Vec<u8>>, CacheError> {
        if self.is_paused() {
            return Ok(None);
        }
        let address = self.place(kind, hash);
        let (status, bytes) = self.answer(address.clone(), |address| {
            let mut response = self.agent.get(address).call()?;
            let status = response.status();
            // The body of an error response is also read, because the connection is then reusable.
            let limit = if status.is_success() { limit } else { u64::from(u16::MAX) };
            // The HTTP client rejects a body of exactly the limit, so the limit is one byte higher.
            let body = response.body_mut().with_config().limit(limit.saturating_add(1)).read_to_vec();
            Ok((status, if status.is_success() { body? } else { Vec::new() }))
        })?;
        match status {
            status if status.is_success() => Ok(Some(bytes)),
            StatusCode::NOT_FOUND => Ok(None),
            status => Err(CacheError::Status { address, status: status.as_u16() }),
        }
    }

    fn put(&self, kind: EntryKind, hash: &str, bytes: &[u8]) -> Result<(), CacheError> {
        if self.is_paused() {
            return Ok(());
        }
        let address = self.place(kind, hash);
        let (status, ()) = self.answer(address.clone(), |address| {
            let request = self.agent.put(address).content_type("application/octet-stream");
            let mut response = request.send(bytes)?;
            _ = response.body_mut().with_config().limit(u64::from(u16::MAX)).read_to_vec();
            Ok((response.status(), ()))
        })?;
        if status.is_success() {
            Ok(())
        } else {
            Err(CacheError::Status { address, status: status.as_u16() })
        }
    }
}
