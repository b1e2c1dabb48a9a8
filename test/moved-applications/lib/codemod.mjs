import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../tools/run.mjs'

/** @typedef {import('../applications.mjs').HandEdit} HandEdit */
/** @typedef {{ readonly path: string, readonly line: number, readonly reason: string }} Finding */
/**
 * @typedef {object} Result what the codemod says with `--json`
 * @property {readonly string[]} changed
 * @property {readonly string[]} created
 * @property {readonly string[]} removed
 * @property {readonly Finding[]} left
 * @property {readonly Finding[]} look
 */

/** @type {(folder: string, ...args: readonly string[]) => string} */
function git(folder, ...args) {
  const person = ['-c', 'user.name=Boathouse', '-c', 'user.email=boathouse@harbour.example']
  const { status, stdout, stderr } = spawnSync('git', [...person, ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Failure(`git ${args.join(' ')} failed in ${folder}:\n${stderr}`)
  return stdout
}

/** @type {(folder: string) => void} */
export function initRepository(folder) {
  const ignored = [
    'node_modules',
    '.next',
    '.env.local',
    '*.db',
    '*.log',
    'vendor',
    'next-env.d.ts',
    'dist',
    'build',
    '.svelte-kit',
    '.output',
    '.vinxi',
    '/server',
    'tmp',
  ]
  writeFileSync(join(folder, '.gitignore'), `${ignored.join('\n')}\n`)
  git(folder, 'init', '--quiet')
}

/** @type {(folder: string) => void} */
export function commit(folder) {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'Keep what there is')
}

/** @type {(folder: string) => string} */
const uncommitted = (folder) => git(folder, 'status', '--porcelain')

/** @type {(program: string, folder: string, ...args: readonly string[]) => { readonly status: number | null, readonly stdout: string, readonly stderr: string }} */
const runCodemod = (program, folder, ...args) =>
  spawnSync(process.execPath, [program, 'codemod', 'next-auth', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

/** @type {(program: string, folder: string) => Result} */
function move(program, folder) {
  const { status, stdout, stderr } = runCodemod(program, folder, '--json')
  if (status !== 0 && status !== 3) {
    throw new Failure(`The codemod ended with ${status}:\n${stdout}${stderr}`)
  }
  // The command documents this shape.
  return /** @type {Result} */ (JSON.parse(stdout))
}

/** @type {(program: string, folder: string) => void} */
function requireRefusal(program, folder) {
  const { status, stderr } = runCodemod(program, folder)
  assert.equal(status, 1, 'The codemod ran over changes that are not committed.')
  assert.match(stderr, /--force/)
}

/** @type {(program: string, folder: string) => void} */
function requireNoChange(program, folder) {
  commit(folder)
  move(program, folder)
  assert.equal(uncommitted(folder), '', 'The codemod, run a second time, changed something.')
}

/** @type {(folder: string, edit: HandEdit) => void} */
function editByHand(folder, { path, replace }) {
  const file = join(folder, path)
  const text = replace.reduce(
    (rest, [from, to]) => {
      assert.equal(rest.split(from).length, 2, `${path} has not once:\n${from}`)
      return rest.replace(from, () => to)
    },
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, text)
}

/**
 * Moves an application by the codemod, and does by hand what it leaves.
 *
 * @param {string} program of the command line
 * @param {string} folder with changes that are not committed
 * @param {readonly HandEdit[]} hand
 * @returns {Result} of the first run
 */
export function moveApplication(program, folder, hand) {
  requireRefusal(program, folder)
  commit(folder)
  const result = move(program, folder)
  requireNoChange(program, folder)
  if (hand.length > 0) {
    for (const edit of hand) editByHand(folder, edit)
    commit(folder)
    // What was left is moved now, and package.json no longer needs the peer.
    const { left } = move(program, folder)
    assert.deepEqual(left, [], 'Something is left that was done by hand.')
    requireNoChange(program, folder)
  }
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  assert.doesNotMatch(manifest, /next-auth|@auth\/(?:core|express|sveltekit|solid-start|qwik)/)
  return result
}
