//! `spv-opt install-names`: creates links to this executable with the names of SPIRV-Tools programs

use super::{Call, Exit, PROGRAMS, print};
use std::fs;
use std::path::Path;

/// Runs `install-names` and returns the exit status.
pub fn run(call: Call) -> Exit {
    let [directory] = call.args.as_slice() else {
        return Err("usage: spv-opt install-names DIR".to_owned());
    };
    if directory == "--help" || directory == "-h" {
        print(
            "usage: spv-opt install-names DIR\n\nLinks spirv-as, spirv-dis, spirv-val and the other programs of SPIRV-Tools in DIR to spv-opt\n",
        );
        return Ok(0);
    }
    let directory = Path::new(directory);
    let failed =
        |what: &Path, error: std::io::Error| format!("error: cannot write {}: {error}", what.display());
    let own = std::env::current_exe().map_err(|error| format!("error: cannot find this program: {error}"))?;
    fs::create_dir_all(directory).map_err(|error| failed(directory, error))?;
    for program in PROGRAMS.iter().filter(|program| program.name.starts_with("spirv-")) {
        let path = directory.join(format!("{}{}", program.name, std::env::consts::EXE_SUFFIX));
        if fs::symlink_metadata(&path).is_ok() {
            fs::remove_file(&path).map_err(|error| failed(&path, error))?;
        }
        link(&own, &path).map_err(|error| failed(&path, error))?;
        print(&format!("{}\n", path.display()));
    }
    Ok(0)
}

#[cfg(unix)]
fn link(own: &Path, path: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(own, path)
}

#[cfg(not(unix))]
fn link(own: &Path, path: &Path) -> std::io::Result<()> {
    fs::hard_link(own, path).or_else(|_| fs::copy(own, path).map(|_| ()))
}
