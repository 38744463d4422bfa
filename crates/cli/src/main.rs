//! The program: arguments and streams of the system.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    match tohit_cli::run(std::env::args_os().skip(1), io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            ExitCode::from(failure.status())
        }
    }
}
