/**
 * `node publish.mjs [ARGUMENTS]` publishes every tarball beside it with these arguments of `npm publish`; a version that the registry has is
 * left out, so that a run that was cut off can be repeated. It needs nothing but Node and npm: it runs where the right to publish is, and
 * no other code does.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

/** @type {(file: string) => { readonly name: string, readonly version: string }} */
function readName(file) {
  const said = execFileSync('tar', ['-xzOf', join(folder, file), 'package/package.json'])
  return /** @type {{ name: string, version: string }} */ (JSON.parse(said.toString()))
}

/** @type {(spec: string) => string | undefined} what the registry has of a version */
function findPublished(spec) {
  try {
    const said = execFileSync('npm', ['view', spec, 'dist.integrity', '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return said.trim() === '' ? undefined : String(JSON.parse(said))
  } catch (error) {
    const { stdout = '' } = /** @type {{ stdout?: string }} */ (error)
    if (stdout.includes('E404')) return undefined
    throw error
  }
}

const files = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
if (files.length === 0) throw new Error(`There are no packages in ${folder}.`)
for (const file of files) {
  const { name, version } = readName(file)
  const spec = `${name}@${version}`
  const published = findPublished(spec)
  const bytes = readFileSync(join(folder, file))
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (published === undefined) {
    execFileSync(
      'npm',
      ['publish', join(folder, file), '--access', 'public', ...process.argv.slice(2)],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    console.log(`Published ${spec}.`)
  } else if (published === integrity) {
    console.log(`${spec} is there.`)
  } else {
    throw new Error(`The registry has another ${spec}. Raise the version.`)
  }
}
