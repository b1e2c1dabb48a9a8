import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { installPackages } from '../../tools/install.mjs'
import { buildPackages } from '../../tools/release/build.mjs'
import {
  npmEnv,
  REGISTRY,
  startRegistry,
  type Registry,
} from '../../tools/release/loopback-registry.mjs'
import { packAll } from '../../tools/release/pack.mjs'
import { mustRun } from '../../tools/run.mjs'
import { findNewerNode } from '../frameworks/lib/prepare.mjs'
import { NODE_24 } from '../frameworks/runtimes.mjs'
import { GUIDES } from './src/guide-table.ts'
import {
  build,
  develop,
  initialize,
  install,
  openGuide,
  start,
  type Walk,
} from './src/guide-walk.ts'

const PATIENCE = 900_000

let folder = ''
let registry: Registry | undefined
let env: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchstring-guides-'))
  await installPackages(REGISTRY)
  await buildPackages()
  const [packed, kept] = [join(folder, 'packed'), join(folder, 'registry')]
  await packAll(packed)
  mkdirSync(kept)
  registry = await startRegistry(kept)
  const own = npmEnv(registry)
  const publish = [join(packed, 'publish.mjs'), '--loglevel=error']
  await mustRun(process.execPath, publish, { cwd: packed, env: own, quiet: true })
  const node = dirname(await findNewerNode(NODE_24))
  env = { ...own, npm_config_yes: 'true', PATH: `${node}${delimiter}${process.env['PATH'] ?? ''}` }
}, PATIENCE)

afterAll(async () => {
  await registry?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe.each(GUIDES)('the guide to $id', (kind) => {
  const { id, welcome, isDeveloped = false } = kind
  let walk: Walk

  beforeAll(async () => {
    const work = join(folder, id)
    mkdirSync(work)
    walk = await openGuide(kind, work, env)
    await install(walk)
  }, PATIENCE)

  afterAll(() => {
    rmSync(join(folder, id), { recursive: true, force: true, maxRetries: 5 })
  })

  if (welcome !== undefined) {
    test(
      'has a command that configures a new application, and one that starts it with emulators, where a person signs in',
      async () => initialize(walk, welcome),
      PATIENCE,
    )
  }

  test(
    'has files that are built and started as its page says, and sign a person in',
    async () => {
      await build(walk)
      await start(walk)
    },
    PATIENCE,
  )

  if (isDeveloped) {
    test('has files that latchstring dev starts', async () => develop(walk), PATIENCE)
  }
})
