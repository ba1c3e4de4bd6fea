#!/usr/bin/env node
// Starts the program of the package for this machine, and ends as it ends.
'use strict';

const { spawn } = require('node:child_process');
const os = require('node:os');

const name = `formwork-matlab-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/formwork`);
} catch {
  console.error(
    `formwork: the package ${name} is not installed. If npm was told to leave optional\n` +
      'dependencies out (--omit=optional), install again without that; if there is no such package,\n' +
      'build from source: cargo install --path crates/formwork',
  );
  process.exit(2);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
// The program gets what a terminal or an editor sends; this script waits for how it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => {
  console.error(`formwork: ${error.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 128 + (os.constants.signals[signal] ?? 0) : code;
});
