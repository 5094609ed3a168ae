//! Kernel launches and their results, encoded for pipes between processes

use std::io::{self, Read, Write};

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A buffer with its initial contents. The launch returns its final contents.
    Buffer(Vec<u8>),
    /// The bytes of an argument that is passed by value.
    Value(Vec<u8>),
    /// A workgroup memory argument with its size in bytes.
    Local(usize),
}

/// A kernel launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Words of the module.
    pub module: Vec<u32>,
    /// Name of the kernel.
    pub kernel: String,
    /// Number of work-items in x, y and z.
    pub global: [usize; 3],
    /// Workgroup size in x, y and z.
    pub local: [usize; 3],
    /// Arguments in the order of the kernel's parameters.
    pub arguments: Vec<Argument>,
}

/// The final contents of the buffer arguments in argument order, or an error message.
pub type Outcome = Result<Vec<Vec<u8>>, String>;

/// Maximum size of a message field, in bytes. A message that declares a larger field is corrupt.
const MAX_BYTES: u64 = 1 << 28;

fn write_number(out: &mut impl Write, number: usize) -> io::Result<()> {
    out.write_all(&(number as u64).to_le_bytes())
}

fn write_bytes(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    write_number(out, bytes.len())?;
    out.write_all(bytes)
}

fn read_number(input: &mut impl Read) -> io::Result<usize> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    match u64::from_le_bytes(bytes) {
        number @ 0..=MAX_BYTES => Ok(number as usize),
        number => Err(io::Error::other(format!("{number} is too much"))),
    }
}

fn read_bytes(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; read_number(input)?];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Job {
    /// Encodes the job.
    ///
    /// # Errors
    /// Returns the error of the pipe.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write_bytes(out, &spv_tests::tools::to_bytes(&self.module))?;
        write_bytes(out, self.kernel.as_bytes())?;
        for number in self.global.into_iter().chain(self.local) {
            write_number(out, number)?;
        }
        write_number(out, self.arguments.len())?;
        for argument in &self.arguments {
            match argument {
                Argument::Buffer(bytes) => {
                    write_number(out, 0)?;
                    write_bytes(out, bytes)?;
                }
                Argument::Value(bytes) => {
                    write_number(out, 1)?;
                    write_bytes(out, bytes)?;
                }
                Argument::Local(size) => {
                    write_number(out, 2)?;
                    write_number(out, *size)?;
                }
            }
        }
        out.flush()
    }

    /// Decodes a job.
    ///
    /// # Errors
    /// Returns the error of the pipe, or an error for malformed data.
    pub fn read(input: &mut impl Read) -> io::Result<Job> {
        let module = spv_tests::tools::to_words(&read_bytes(input)?).map_err(io::Error::other)?;
        let kernel = text(&read_bytes(input)?);
        let mut sizes = [0; 6];
        for size in &mut sizes {
            *size = read_number(input)?;
        }
        let [a, b, c, d, e, f] = sizes;
        let mut arguments = Vec::new();
        for _ in 0..read_number(input)? {
            arguments.push(match read_number(input)? {
                0 => Argument::Buffer(read_bytes(input)?),
                1 => Argument::Value(read_bytes(input)?),
                _ => Argument::Local(read_number(input)?),
            });
        }
        Ok(Job { module, kernel, global: [a, b, c], local: [d, e, f], arguments })
    }
}

/// Encodes the outcome of a job.
///
/// # Errors
/// Returns the error of the pipe.
pub fn write_outcome(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    match outcome {
        Ok(buffers) => {
            write_number(out, 0)?;
            write_number(out, buffers.len())?;
            buffers.iter().try_for_each(|buffer| write_bytes(out, buffer))?;
        }
        Err(why) => {
            write_number(out, 1)?;
            write_bytes(out, why.as_bytes())?;
        }
    }
    out.flush()
}

/// Decodes the outcome of a job.
///
/// # Errors
/// Returns the error of the pipe, or an error for malformed data.
pub fn read_outcome(input: &mut impl Read) -> io::Result<Outcome> {
    if read_number(input)? != 0 {
        return Ok(Err(text(&read_bytes(input)?)));
    }
    let count = read_number(input)?;
    (0..count).map(|_| read_bytes(input)).collect::<io::Result<Vec<_>>>().map(Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_written() {
        let job = Job {
            module: vec![0x0723_0203, 7],
            kernel: "k".to_owned(),
            global: [64, 2, 1],
            local: [8, 1, 1],
            arguments: vec![Argument::Buffer(vec![1, 2, 3]), Argument::Value(vec![4]), Argument::Local(16)],
        };
        let mut bytes = Vec::new();
        job.write(&mut bytes).expect("a vector grows");
        assert_eq!(Job::read(&mut &bytes[..]).expect("it is whole"), job);
        assert!(Job::read(&mut &bytes[..bytes.len() - 1]).is_err());
        for outcome in [Ok(vec![vec![1, 2], Vec::new()]), Err("no".to_owned())] {
            let mut bytes = Vec::new();
            write_outcome(&mut bytes, &outcome).expect("a vector grows");
            assert_eq!(read_outcome(&mut &bytes[..]).expect("it is whole"), outcome);
        }
    }
}
