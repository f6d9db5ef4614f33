'use strict';

/*
 * Runs a program of this project on the Node that comes with its packages:
 *
 *     node scripts/launch.cjs SCRIPT [ARGUMENT …]
 *
 * Without a script it prints the path of that Node, for a shell that replaces itself with it (deploy/sdc-portal.service).
 *
 * The Node that runs this file is the machine's own and may be old, so this is plain JavaScript without newer syntax.
 */

const { spawn, spawnSync } = require('child_process');
const { existsSync } = require('fs');
const { join, resolve } = require('path');
const { optionalDependencies } = require('../package.json');

const root = resolve(__dirname, '..');
const isWindows = process.platform === 'win32';
const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`;
/** The package that brings Node to this platform; npm leaves out the others. */
const packageName = Object.keys(optionalDependencies).find((name) => name.endsWith(`-${platform}`)) || '';
const packagedNode = join(root, 'node_modules', packageName, 'bin', isWindows ? 'node.exe' : 'node');
/** The major version in the packages, which the machine's own Node must have to take their place. */
const required = majorOf(Object.values(optionalDependencies)[0]);

try {
  const node = findNode();
  const [script, ...args] = process.argv.slice(2);
  if (script) run(node, [...process.execArgv, resolve(root, script), ...args]);
  else process.stdout.write(`${node}\n`);
} catch ({ message }) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

function findNode() {
  if (!existsSync(join(root, 'node_modules'))) {
    throw new Error('The packages are not installed. Run `npm install` first.');
  }
  const fault = faultOfPackage();
  if (!fault) return packagedNode;
  const own = process.versions.node;
  if (majorOf(own) >= required) return process.execPath;
  const remedy = `${fault.remedy ? `${fault.remedy}, or ` : ''}install Node ${required} or later`;
  throw new Error(`The portal runs on Node ${required}. ${fault.cause}: ${remedy}. This is Node ${own}.`);
}

/** Why the Node of the packages does not run here. Undefined if it does, which takes milliseconds to find out. */
function faultOfPackage() {
  if (!packageName) return { cause: `No package brings it to ${platform}` };
  if (!existsSync(packagedNode)) {
    return {
      cause: `npm left out its package ${packageName}`,
      remedy: 'run `npm install --include=optional`',
    };
  }
  const { status, error, stderr } = spawnSync(packagedNode, ['--version'], { encoding: 'utf8' });
  if (status === 0) return undefined;
  const [, library] = /shared libraries: (\S+): cannot open/.exec(stderr) || [];
  if (library === 'libatomic.so.1') {
    return {
      cause: 'The one in its package needs libatomic, which this system lacks',
      remedy:
        'install it (`apt-get install libatomic1` on Debian and Ubuntu, `dnf install libatomic` on Fedora)',
    };
  }
  if (library) return { cause: 'The one in its package lacks a library', remedy: `install ${library}` };
  // The file exists: the loader that it names does not.
  if (error && error.code === 'ENOENT') return { cause: 'The one in its package needs a system with glibc' };
  const [line] = (error ? error.message : stderr.trim() || `exit code ${status}`).split('\n');
  return { cause: `The one in its package does not start here (${line})` };
}

/** Replaces this process if Node can do that (from 22.15 on), and otherwise waits for the program as its parent. */
function run(node, parameters) {
  // With the compiled code of earlier starts, a program starts in half the time, and the portal needs 25 MB less.
  const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled');
  const env = Object.assign({ NODE_COMPILE_CACHE }, process.env);
  if (process.execve && !isWindows) process.execve(node, [node, ...parameters], env);
  const child = spawn(node, parameters, { env, stdio: 'inherit' });
  // On Windows the console signals both processes, and kill() would end the program without a warning.
  const forward = (signal) => isWindows || child.kill(signal);
  const signals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'];
  for (const signal of signals) process.on(signal, forward);
  child.on('exit', (code, endedBy) => {
    for (const signal of signals) process.off(signal, forward);
    if (endedBy) process.kill(process.pid, endedBy);
    else process.exitCode = code;
  });
}

function majorOf(version) {
  return Number.parseInt(version, 10);
}
