import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hottest } from '../lib/profile.mjs'
import { median, shuffled } from '../lib/statistics.mjs'

const ID = 'P-11'

const ROUNDS = 40

const FOLDER = fileURLToPath(new URL('..', import.meta.url))

const PROGRAMS = /** @type {const} */ ({
  empty: '',
  ours: "await import('@latchstring/core');",
  peer: "await import('@auth/core');",
})

const runFile = promisify(execFile)

/** @type {(program: string) => Promise<number>} milliseconds of processor, from the start of the process */
async function time(program) {
  const tell = 'const { user, system } = process.cpuUsage(); console.log(user + system)'
  const args = ['--input-type=module', '--eval', `${program}${tell}`]
  const { stdout } = await runFile(process.execPath, args, { cwd: FOLDER })
  return Number(stdout) / 1000
}

/** @type {(program: string) => Promise<readonly import('../lib/row.d.ts').Hot[]>} */
async function profile(program) {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-import-'))
  try {
    const flags = ['--cpu-prof', '--cpu-prof-interval=100', `--cpu-prof-dir=${folder}`]
    await runFile(process.execPath, [...flags, '--input-type=module', '--eval', program], {
      cwd: FOLDER,
    })
    const [file = ''] = await readdir(folder)
    // By Node.js.
    const found = /** @type {import('node:inspector').Profiler.Profile} */ (
      JSON.parse(await readFile(join(folder, file), 'utf8'))
    )
    return hottest(found)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @type {import('../lib/row.d.ts').Part} */
const part = {
  async run(run) {
    run.progress('processes')
    const names = /** @type {const} */ (['empty', 'ours', 'peer'])
    /** @type {Record<'ours' | 'peer', number[]>} */
    const above = { ours: [], peer: [] }
    for (let round = 0; round < (run.smoke ? 2 : ROUNDS); round++) {
      /** @type {Map<string, number>} */
      const times = new Map()
      for (const name of shuffled(names)) times.set(name, await time(PROGRAMS[name]))
      for (const name of /** @type {const} */ (['ours', 'peer'])) {
        above[name].push((times.get(name) ?? NaN) - (times.get('empty') ?? NaN))
      }
    }
    return [
      {
        id: ID,
        what: 'cold import of the core',
        configuration: 'above an empty script',
        unit: 'ms',
        ours: median(above.ours),
        peer: median(above.peer),
        target: { most: 25 },
        hot: await profile(PROGRAMS.ours),
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Cold import',
  notes: [
    'Processor time of processes that import and end, 40 of each in turn; the difference is formed inside each round.',
  ],
  parts: [part],
}
