import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installPackages } from '../../tools/install.mjs'
import { buildPackages } from '../../tools/release/build.mjs'
import {
  npmEnv,
  REGISTRY,
  scopedEnv,
  startRegistry,
  type Registry,
} from '../../tools/release/loopback-registry.mjs'
import { packAll } from '../../tools/release/pack.mjs'
import { createSteps, mustRun } from '../../tools/run.mjs'
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
import { TABS } from './src/tab-table.ts'
import { buildTabs } from './src/tab-walk.ts'

/** A machine that does other things as well is several times slower. */
const PATIENCE = 1_800_000

/** What is at work, which a test does not say before it ends. */
const step = createSteps(
  GUIDES.reduce(
    (count, { id, welcome, isDeveloped = false }) =>
      count + 2 + [welcome !== undefined, isDeveloped, id in TABS].filter(Boolean).length,
    1,
  ),
)

let folder = ''
let registry: Registry | undefined
let env: Readonly<Record<string, string>> = {}

/** Publishes the packages to a registry of this test. */
async function publish(): Promise<void> {
  await installPackages(REGISTRY)
  await buildPackages()
  const [packed, kept] = [join(folder, 'packed'), join(folder, 'registry')]
  await packAll(packed)
  mkdirSync(kept)
  registry = await startRegistry(kept)
  const program = [join(packed, 'publish.mjs'), '--loglevel=error']
  await mustRun(process.execPath, program, { cwd: packed, env: npmEnv(registry), quiet: true })
  const node = dirname(await findNewerNode(NODE_24))
  const path = `${node}${delimiter}${process.env['PATH'] ?? ''}`
  env = { ...scopedEnv(registry), npm_config_yes: 'true', PATH: path }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchstring-guides-'))
  await step('Publish the packages', publish)
}, PATIENCE)

afterAll(async () => {
  await registry?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}, PATIENCE)

describe.each(GUIDES)('the guide to $id', (kind) => {
  const { id, welcome, isDeveloped = false } = kind
  let walk: Walk

  beforeAll(async () => {
    const work = join(folder, id)
    mkdirSync(work)
    walk = await openGuide(kind, work, env)
    await step(`${id}: install`, async () => install(walk))
  }, PATIENCE)

  afterAll(() => {
    rmSync(join(folder, id), { recursive: true, force: true, maxRetries: 5 })
  }, PATIENCE)

  if (welcome !== undefined) {
    test(
      'has a command that configures a new application, and one that starts it with emulators, where a person signs in',
      async () => step(`${id}: init and dev`, async () => initialize(walk, welcome)),
      PATIENCE,
    )
  }

  test(
    'has files that are built and started as its page says, and sign a person in',
    async () =>
      step(`${id}: build and start`, async () => {
        await build(walk)
        await start(walk)
      }),
    PATIENCE,
  )

  if (isDeveloped) {
    test(
      'has files that latchstring dev starts',
      async () => step(`${id}: dev`, async () => develop(walk)),
      PATIENCE,
    )
  }

  if (id in TABS) {
    test(
      'has the configurations that other pages show in its tab built or started in its application',
      async () => {
        const count = await step(`${id}: tabs of other pages`, async () => buildTabs(walk))
        expect(count).toBeGreaterThan(15)
      },
      PATIENCE,
    )
  }
})
