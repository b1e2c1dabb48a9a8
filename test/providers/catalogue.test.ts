import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mailServices } from '@latchstring/testing'
import { describe, expect, test } from 'vitest'
import { loadCases } from './src/cases.ts'
import catalogue from './src/catalogue.json' with { type: 'json' }
import displayNames from './src/display-names.json' with { type: 'json' }
import factoryNames from './src/factory-names.json' with { type: 'json' }
import notBuilt from './src/not-built.json' with { type: 'json' }
import withoutService from './src/without-service.json' with { type: 'json' }

const PROVIDERS = new URL('../../packages/core/src/providers/', import.meta.url)

interface Module {
  readonly default: (options: object) => {
    readonly id: string
    readonly name: string
    readonly requires?: readonly string[]
  }
}

async function moduleOf(file: string): Promise<Module> {
  // Provider modules have a factory as their default export; another test looks at that.
  return (await import(new URL(file, PROVIDERS).pathname)) as Module
}

async function idOf(file: string): Promise<string> {
  const { default: factory } = await moduleOf(file)
  return factory({}).id
}

const files = readdirSync(PROVIDERS).filter((name) => !name.endsWith('.test.ts'))
const built = new Set(await Promise.all(files.map(idOf)))
const cases = await loadCases()
const proven = new Set([
  ...cases.map(({ subject }) => subject?.service.id),
  ...Object.keys(mailServices),
  ...Object.keys(withoutService),
])
const reasons: Readonly<Record<string, string>> = notBuilt

describe('Every provider of next-auth', () => {
  test.each(catalogue)('%s exists and is tested, or has a reason', (id) => {
    if (id in reasons) expect([reasons[id]?.trim(), built.has(id)]).toEqual([reasons[id], false])
    else
      expect({ built: built.has(id), proven: proven.has(id) }).toEqual({
        built: true,
        proven: true,
      })
  })
})

describe('Every other provider', () => {
  test.each([...built].filter((id) => !catalogue.includes(id)).toSorted())('%s is tested', (id) => {
    expect(proven).toContain(id)
  })
})

test('no existing provider is listed as missing', () => {
  expect(Object.keys(reasons).filter((id) => built.has(id))).toEqual([])
})

test.each(Object.entries(withoutService))(
  'the provider %s without a service has its tests in %s',
  (_, file) => {
    expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true)
  },
)

describe('A required option', () => {
  const typeTests = ['required-issuers', 'required-options']
    .map((name) => new URL(`../types/consumer/${name}.ts`, import.meta.url))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

  test.each(files)('of %s has a type test', async (file) => {
    const { default: factory } = await moduleOf(file)
    const { requires = [] } = factory({})
    const untested = requires.filter((option) => !typeTests.includes(`\`${option}\` is`))
    expect(untested).toEqual([])
    if (requires.length > 0)
      expect(typeTests).toContain(`@latchstring/core/providers/${file.slice(0, -3)}'`)
  })
})

test.each(
  cases.flatMap(({ id, subject }) =>
    subject ? [[`${id}.ts`, subject.required ?? []] as const] : [],
  ),
)('%s is tested without each option it requires', async (file, required) => {
  const { default: factory } = await moduleOf(file)
  expect(required).toEqual(expect.arrayContaining([...(factory({}).requires ?? [])]))
})

test.each(Object.entries(factoryNames))(
  '%s has the factory %s, as the catalogue calls it',
  async (file, name) => {
    expect((await moduleOf(`${file}.ts`)).default.name).toBe(name)
  },
)

test.each(Object.entries(displayNames))(
  '%s is shown as %s, as the catalogue calls it',
  async (file, name) => {
    expect((await moduleOf(`${file}.ts`)).default({}).name).toBe(name)
  },
)
