// Ends the process where Node is older than what package.json asks for. What is loaded before it, and itself, must be
// JavaScript that also Node 6 reads: an older Node would say nothing but that some line has a syntax error.
const OLDEST = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `rankplan: needs Node ${OLDEST.join('.')} or newer, and ${process.execPath} is ${process.version}\n`,
  );
  process.exit(3); // EXIT.environment
}
