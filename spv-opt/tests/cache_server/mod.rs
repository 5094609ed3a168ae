//! A small HTTP server with one thread per connection, which stores the bodies of PUT requests and returns them for GET

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The behavior of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// Serves all requests correctly.
    Works,
    /// Flips a bit in each returned body.
    Corrupts,
    /// Responds with an internal server error.
    Fails,
    /// Closes the connection in the middle of a body.
    Breaks,
}

/// State shared by the connection threads.
#[derive(Debug)]
struct State {
    entries: Mutex<BTreeMap<String, Vec<u8>>>,
    behaviour: Mutex<Behaviour>,
    /// Number of successful GET requests since the last query.
    hits: AtomicUsize,
    requests: AtomicUsize,
}

/// A server that runs until the process ends.
#[derive(Clone, Debug)]
pub struct Server {
    state: Arc<State>,
    /// URL of the cache: `http://127.0.0.1:PORT/cache`.
    pub address: String,
}

impl Server {
    pub fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let state = Arc::new(State {
            entries: Mutex::default(),
            behaviour: Mutex::new(Behaviour::Works),
            hits: AtomicUsize::new(0),
            requests: AtomicUsize::new(0),
        });
        let shared = state.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, state) = (stream.expect("it connects"), shared.clone());
                // The client may be killed, so connection errors are ignored.
                std::thread::spawn(move || while answer(&state, &stream).is_ok() {});
            }
        });
        Server { state, address: format!("http://127.0.0.1:{port}/cache") }
    }

    pub fn set(&self, behaviour: Behaviour) {
        *self.state.behaviour.lock().expect("no thread panics") = behaviour;
    }

    /// Returns the number of successful GET requests since the last call.
    pub fn hits(&self) -> usize {
        self.state.hits.swap(0, Ordering::Relaxed)
    }

    /// Returns the number of requests since the last call.
    pub fn requests(&self) -> usize {
        self.state.requests.swap(0, Ordering::Relaxed)
    }

    /// Returns a map from request paths to the stored bodies.
    pub fn entries(&self) -> BTreeMap<String, Vec<u8>> {
        self.state.entries.lock().expect("no thread panics").clone()
    }
}

/// Responds to a single request on a connection.
fn answer(state: &State, stream: &TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    reader.read_line(&mut line)?;
    let mut words = line.split(' ').map(str::to_owned);
    let (Some(method), Some(path)) = (words.next(), words.next()) else {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    };
    loop {
        let mut header = String::new();
        reader.read_line(&mut header)?;
        match header.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().expect("it is a number");
            }
            Some((name, _)) => {
                assert!(!name.eq_ignore_ascii_case("transfer-encoding"), "no length is stated")
            }
            None => break,
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    state.requests.fetch_add(1, Ordering::Relaxed);
    let behaviour = *state.behaviour.lock().expect("no thread panics");
    let (status, mut content) = match method.as_str() {
        _ if behaviour == Behaviour::Fails => ("500 Internal Server Error", b"out of order".to_vec()),
        "GET" => match state.entries.lock().expect("no thread panics").get(&path) {
            Some(content) => ("200 OK", content.clone()),
            None => ("404 Not Found", b"no such entry".to_vec()),
        },
        _ => {
            state.entries.lock().expect("no thread panics").insert(path, body);
            ("200 OK", Vec::new())
        }
    };
    if status == "200 OK" && method == "GET" {
        state.hits.fetch_add(1, Ordering::Relaxed);
        if let (Behaviour::Corrupts, Some(byte)) = (behaviour, content.last_mut()) {
            *byte ^= 1;
        }
    }
    let mut stream = stream;
    let length = content.len();
    if behaviour == Behaviour::Breaks {
        content.truncate(length / 2);
    }
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n")?;
    stream.write_all(&content)?;
    if behaviour == Behaviour::Breaks { Err(std::io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
}
