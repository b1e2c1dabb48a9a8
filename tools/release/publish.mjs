/**
 * `node publish.mjs [ARGUMENTS]` publishes every tarball beside it with these arguments of `npm publish`; a version that the registry has is
 * left out, so that a run that was cut off can be repeated. It needs nothing but Node and npm: it runs where the right to publish is, and
 * no other code does.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = import.meta.dirname

/** Packages that are published at a time: npm mostly waits, for itself to load and for the registry. */
const LANES = 4

/** @type {(file: string) => Promise<{ readonly name: string, readonly version: string }>} */
async function readName(file) {
  const { stdout } = await run('tar', ['-xzOf', join(folder, file), 'package/package.json'])
  return /** @type {{ name: string, version: string }} */ (JSON.parse(stdout))
}

/** @type {(registry: string, name: string, version: string) => Promise<string | undefined>} what the registry has of a version */
async function findPublished(registry, name, version) {
  const url = new URL(`${name.replace('/', '%2f')}/${version}`, registry)
  const response = await fetch(url)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The registry answers ${response.status} for ${url.href}.`)
  const { dist } = /** @type {{ dist: { integrity: string } }} */ (await response.json())
  return dist.integrity
}

/** @type {(registry: string, file: string) => Promise<void>} */
async function publish(registry, file) {
  const { name, version } = await readName(file)
  const spec = `${name}@${version}`
  const published = await findPublished(registry, name, version)
  const bytes = readFileSync(join(folder, file))
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (published === undefined) {
    const args = ['publish', join(folder, file), '--access', 'public', ...process.argv.slice(2)]
    const { stderr } = await run('npm', args)
    process.stderr.write(stderr)
    console.log(`Published ${spec}.`)
  } else if (published === integrity) {
    console.log(`${spec} is there.`)
  } else {
    throw new Error(`The registry has another ${spec}. Raise the version.`)
  }
}

const files = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
if (files.length === 0) throw new Error(`There are no packages in ${folder}.`)
const { stdout } = await run('npm', ['config', 'get', 'registry'])
// One that fails ends the program, with what npm says, and a repetition leaves out those that are there.
const waiting = files.values()
const lane = async () => {
  for (const file of waiting) await publish(stdout.trim(), file)
}
await Promise.all(Array.from({ length: LANES }, lane))
