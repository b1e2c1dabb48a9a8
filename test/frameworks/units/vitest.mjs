/**
 * What stands for `vitest` where it cannot run itself: its own `expect` and `spyOn`, and functions that collect tests and run
 * them one after the other. A test that wants more is counted as left out.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
} from '@vitest/expect'
import { restoreAllMocks, spyOn } from '@vitest/spy'

/** @typedef {() => unknown} Work */
/** @typedef {(...values: any[]) => unknown} WorkWithValues a test of a table, whose rows have types of their own */
/** @typedef {{ readonly titles: readonly string[], readonly beforeAll: Work[], readonly beforeEach: Work[], readonly afterEach: Work[] }} Suite */
/** @typedef {{ readonly title: string, readonly suites: readonly Suite[], readonly work: Work }} Test */
/** @typedef {import('../types.d.ts').UnitResults} UnitResults */

/** A test wants what only vitest can do. */
class LeftOut extends Error {}

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)

/** @type {unknown} */
const matchers = Reflect.get(globalThis, ASYMMETRIC_MATCHERS_OBJECT)

export const expect = Object.assign(
  (/** @type {unknown} */ value, /** @type {string | undefined} */ message) =>
    chai.expect(value, message),
  chai.expect,
  matchers,
)

/** @type {(title: string, outer?: Suite) => Suite} */
const newSuite = (title, outer) => ({
  titles: outer ? [...outer.titles, title] : [title],
  beforeAll: [],
  beforeEach: [],
  afterEach: [],
})

/** @type {readonly Suite[]} from the outermost inwards */
let suites = [newSuite('')]
/** @type {Test[]} */
const tests = []

/** @type {() => Suite} */
function current() {
  const suite = suites.at(-1)
  if (suite === undefined) throw new Error('There is no suite.')
  return suite
}

/** @type {(title: string, values: readonly unknown[]) => string} */
function fill(title, values) {
  let at = 0
  return title.replaceAll(/%[sijo]/g, () => {
    const value = values[at]
    at += 1
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  })
}

/**
 * @param {(title: string, work: Work) => void} define
 * @returns {(table: readonly unknown[]) => (title: string, work: WorkWithValues) => void}
 */
const forEach = (define) => (table) => (title, work) => {
  const spread = table.every((row) => Array.isArray(row))
  for (const row of table) {
    const values = spread ? /** @type {readonly unknown[]} */ (row) : [row]
    define(fill(title, values), () => work(...values))
  }
}

/** @type {(title: string, work: Work) => void} */
function defineTest(title, work) {
  tests.push({ title: [...current().titles, title].join(' ').trim(), suites, work })
}

/** @type {(title: string, work: Work) => void} */
function defineSuite(title, work) {
  const before = suites
  suites = [...before, newSuite(title, current())]
  work()
  suites = before
}

export const test = Object.assign(defineTest, { each: forEach(defineTest) })
export const it = Object.assign(defineTest.bind(undefined), { each: test.each })
export const describe = Object.assign(defineSuite, { each: forEach(defineSuite) })

/** @type {(work: Work) => void} */
export const beforeAll = (work) => void current().beforeAll.push(work)
/** @type {(work: Work) => void} */
export const beforeEach = (work) => void current().beforeEach.push(work)
/** @type {(work: Work) => void} */
export const afterEach = (work) => void current().afterEach.push(work)

/** @type {Map<string, PropertyDescriptor | undefined>} */
const stubbed = new Map()

function unstubAllGlobals() {
  for (const [name, known] of stubbed) {
    Reflect.deleteProperty(globalThis, name)
    if (known) Object.defineProperty(globalThis, name, known)
  }
  stubbed.clear()
}

/** @type {(what: string) => () => never} */
const leaveOut = (what) => () => {
  throw new LeftOut(what)
}

/** Globals of Node.js, for tests on runtimes without them. */
export const Buffer = new Proxy({}, { get: leaveOut('Buffer') })
export const setImmediate = leaveOut('setImmediate')

/** Also where a property was not tried any further. */
/** @type {(error: unknown) => boolean} */
const isLeftOut = (error) =>
  error instanceof LeftOut || (error instanceof Error && error.cause instanceof LeftOut)

export const vi = {
  spyOn,
  restoreAllMocks,
  unstubAllGlobals,
  /** @type {(name: string, value: unknown) => void} */
  stubGlobal(name, value) {
    const known = Object.getOwnPropertyDescriptor(globalThis, name)
    if (known?.configurable === false) throw new LeftOut(name)
    stubbed.set(name, known)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  },
  doMock: leaveOut('vi.doMock'),
  doUnmock: () => undefined,
  useFakeTimers: leaveOut('vi.useFakeTimers'),
  useRealTimers: () => undefined,
}

/** @type {Set<Suite>} */
const begun = new Set()

/** @type {(test: Test) => Promise<void>} */
async function runTest({ suites: around, work }) {
  for (const suite of around) {
    if (begun.has(suite)) continue
    begun.add(suite)
    for (const hook of suite.beforeAll) await hook()
  }
  try {
    for (const suite of around) for (const hook of suite.beforeEach) await hook()
    await work()
  } finally {
    for (const suite of around) for (const hook of suite.afterEach) await hook()
    restoreAllMocks()
    unstubAllGlobals()
  }
}

/**
 * Runs what has been collected.
 *
 * @returns {Promise<UnitResults>}
 */
export async function runTests() {
  let passed = 0
  const failed = []
  const leftOut = []
  for (const one of tests) {
    try {
      await runTest(one)
      passed += 1
    } catch (error) {
      if (isLeftOut(error)) leftOut.push(one.title)
      else failed.push(`${one.title}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { passed, failed, leftOut }
}
