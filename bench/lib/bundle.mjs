import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Where what is made for a run is kept; nothing of it is in git. */
export const WORK_FOLDER = fileURLToPath(new URL('../../artifacts/bench/', import.meta.url))

/**
 * Node.js finds no `next/headers` in the package of Next.js, which bundlers do.
 *
 * @type {import('rolldown').Plugin}
 */
const nextByFile = {
  name: 'next-by-file',
  resolveId: (id) => (/^next\/\w+$/.test(id) ? { id: `${id}.js`, external: true } : null),
}

/**
 * The published framework package of the peer, as a module that Node.js can load.
 *
 * @returns {Promise<{ default: typeof import('next-auth').default }>}
 */
export async function loadNextAuth() {
  await mkdir(WORK_FOLDER, { recursive: true })
  const build = await rolldown({
    input: 'next-auth',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    platform: 'node',
    external: [/^react/],
    plugins: [nextByFile],
    onLog: () => undefined,
  })
  const file = `${WORK_FOLDER}next-auth-${process.pid}.mjs`
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  // What was bundled is that package.
  return /** @type {{ default: typeof import('next-auth').default }} */ (await import(file))
}

const ENTRY = 'the-entry'

/**
 * A program as the modules of a bundle, minified.
 *
 * @param {string} source - of the entry
 * @param {{ platform: 'node' | 'browser', external?: RegExp[], trace?: boolean }} options
 * `trace`: every module says that it was loaded
 */
export async function bundle(source, { platform, external = [], trace = false }) {
  const build = await rolldown({
    input: ENTRY,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    platform,
    external: [/^node:/, ...external],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? fileURLToPath(new URL(ENTRY, import.meta.url)) : null),
        load: (id) => (id.endsWith(ENTRY) ? { code: source, moduleType: 'js' } : null),
      },
    ],
    onLog: () => undefined,
  })
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    entryFileNames: 'entry.mjs',
    chunkFileNames: '[name].mjs',
    ...(trace && {
      banner: ({ fileName }) => `(globalThis.loaded ??= []).push(${JSON.stringify(fileName)});`,
    }),
  })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}
