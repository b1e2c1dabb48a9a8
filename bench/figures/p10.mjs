import { fork } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundle, WORK_FOLDER } from '../lib/bundle.mjs'
import { largest, place } from '../lib/profile.mjs'
import { SECRET } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/row.d.ts').Hot} Hot
 * @typedef {Awaited<ReturnType<typeof bundle>>} Chunks
 */

const ID = 'P-10'

const PROGRAM = fileURLToPath(new URL('../lib/bundled-sign-in.mjs', import.meta.url))

const ENV = JSON.stringify({
  NODE_ENV: 'production',
  AUTH_URL: 'https://app.example.com',
  AUTH_SECRET: SECRET,
  AUTH_GITHUB_ID: 'app',
  AUTH_GITHUB_SECRET: 'a-secret-of-the-app',
})

const OURS = `import { createAuth } from '@latchstring/core'
import GitHub from '@latchstring/core/providers/github'
export const { handle } = createAuth({ providers: [GitHub] }, { env: ${ENV} })`

const PEER = `import { Auth, setEnvDefaults } from '@auth/core'
import GitHub from '@auth/core/providers/github'
export const handle = (request) => {
  const config = { providers: [GitHub], trustHost: true, basePath: '/auth' }
  setEnvDefaults(${ENV}, config)
  return Auth(request, config)
}`

const CHECK = `export { checkSession } from '@latchstring/core/check'`

/** @type {(chunks: Chunks) => number} KiB of what is loaded at once, each file compressed by itself */
const kibibytes = (chunks) =>
  chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).byteLength, 0) / 1024

/** @type {(chunks: Chunks) => Chunks} the entry with what it imports statically */
function atOnce(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** @type {Set<string>} */
  const names = new Set(['entry.mjs'])
  for (const name of names) for (const found of byName.get(name)?.imports ?? []) names.add(found)
  return chunks.filter(({ fileName }) => names.has(fileName))
}

/** @type {(source: string, name: string) => Promise<ReadonlySet<string>>} names of the files that a sign-in loads */
async function loadedBySignIn(source, name) {
  const folder = `${WORK_FOLDER}${name}-${process.pid}/`
  await mkdir(folder, { recursive: true })
  const chunks = await bundle(source, { platform: 'node', trace: true })
  for (const { fileName, code } of chunks) await writeFile(`${folder}${fileName}`, code)
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [`${folder}entry.mjs`], { execArgv: [], stdio: 'inherit' })
    child.on('error', reject)
    // By that program.
    child.on('message', (message) =>
      resolve(new Set(/** @type {{ loaded: string[] }} */ (message).loaded)),
    )
    child.on('close', () => reject(new Error(`The bundle of ${name} cannot sign in.`)))
  })
}

/** @type {(chunks: Chunks) => readonly Hot[]} the parts with the most minified code, before they are compressed */
function contents(chunks) {
  /** @type {Map<string, number>} */
  const sizes = new Map()
  for (const { modules } of chunks) {
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const key = place(id)
      sizes.set(key, (sizes.get(key) ?? 0) + renderedLength)
    }
  }
  return largest(sizes)
}

/** @type {(source: string, name: string) => Promise<{ entry: number, all: number, hot: readonly Hot[] }>} */
async function measure(source, name) {
  const chunks = await bundle(source, { platform: 'node' })
  const loaded = await loadedBySignIn(source, name)
  const all = chunks.filter(({ fileName }) => loaded.has(fileName))
  return { entry: kibibytes(atOnce(chunks)), all: kibibytes(all), hot: contents(all) }
}

/**
 * What its documentation has a proxy import to read a session.
 */
const PEER_CHECK = `export { getToken } from '@auth/core/jwt'`

/** @type {(source: string) => Promise<number>} on a runtime that has WebCrypto alone */
const sizeOnEdge = async (source) => kibibytes(await bundle(source, { platform: 'browser' }))

/** @type {Part} */
const server = {
  async run(run) {
    run.progress('server')
    const ours = await measure(OURS, 'ours')
    const peer = await measure(PEER, 'peer')
    const row = { id: ID, unit: 'KiB', configuration: 'one OAuth provider' }
    return [
      { ...row, what: 'entry', ours: ours.entry, peer: peer.entry, target: { most: 30 } },
      {
        ...row,
        what: 'all that a sign-in loads',
        ours: ours.all,
        peer: peer.all,
        target: { most: 50 },
        hot: ours.hot,
      },
      {
        id: ID,
        what: 'entry that only checks sessions',
        configuration: 'for proxies and edges',
        unit: 'KiB',
        ours: await sizeOnEdge(CHECK),
        peer: await sizeOnEdge(PEER_CHECK),
        target: { most: 4 },
      },
    ]
  },
}

/** @type {(names: string, from: string, framework: RegExp) => Promise<Chunks>} */
const bundleClient = (names, from, framework) =>
  bundle(`export { ${names} } from '${from}'`, { platform: 'browser', external: [framework] })

/** @type {(names: string, from: string, framework: RegExp) => Promise<number>} */
const size = async (...client) => kibibytes(atOnce(await bundleClient(...client)))

/** @type {Part} */
const react = {
  async run(run) {
    run.progress('React client')
    const names = 'SessionProvider, useSession, getSession, signIn, signOut'
    const chunks = await bundleClient(names, '@latchstring/react', /^react/)
    const ours = kibibytes(chunks)
    const peer = await size(names, 'next-auth/react', /^react/)
    return [
      {
        id: ID,
        what: 'React client',
        configuration: 'without React',
        unit: 'KiB',
        ours,
        peer,
        target: { most: 3 },
        hot: contents(chunks),
      },
    ]
  },
}

const CLIENTS = [
  { framework: 'Vue', names: 'createLatchstring, useAuth', from: '@latchstring/vue', own: /^vue/ },
  {
    framework: 'Svelte',
    names: 'setSession, useSession',
    from: '@latchstring/svelte',
    own: /^svelte/,
  },
  {
    framework: 'Solid',
    names: 'SessionProvider, useSession',
    from: '@latchstring/solid',
    own: /^solid-js/,
  },
]

/** @type {Part} */
const clients = {
  async run(run) {
    run.progress('clients of other frameworks')
    return Promise.all(
      CLIENTS.map(async ({ framework, names, from, own }) => ({
        id: ID,
        what: `${framework} client`,
        configuration: `without ${framework}`,
        unit: 'KiB',
        ours: await size(names, from, own),
        target: { most: 3 },
      })),
    )
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Size of bundles',
  notes: [
    'Bundled and minified with Rolldown, each file compressed with gzip. A sign-in is run with the bundle to see which of its files it loads: sign-in page, `csrf`, `signin`, `callback`, `session`.',
  ],
  parts: [server, react, clients],
}
