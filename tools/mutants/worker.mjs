/**
 * Runs tests with a bug in the sources, again and again: one server of Vitest stays warm, the bug is put in while a
 * module is transformed, and files on disk stay as they are. Its parent sends one task at a time.
 */
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { root } from '../root.mjs'

/**
 * @typedef {object} Task
 * @property {string} suite
 * @property {readonly string[]} titles parts of the titles of the tests to run; none for all of them
 * @property {{ readonly file: string, readonly find: string, readonly replace: string }} [bug]
 */
/**
 * @typedef {object} Outcome
 * @property {readonly string[]} passed the titles of the tests that passed
 * @property {readonly string[]} failed the titles of those that did not, with the first line of the reason
 * @property {boolean} loaded whether the file with the bug was loaded
 * @property {readonly string[]} errors of files that could not be loaded, and of hooks of files and blocks
 * @property {string} [crash] why no test was begun: the process of the tests could not be started, or was ended
 */

/** @type {Task['bug']} */
let bug
let loaded = false

const plugin = {
  name: 'latchstring-mutant',
  enforce: /** @type {const} */ ('pre'),
  // A project has a server of its own, which would not know this plugin. One file runs at a time, so nothing is shared.
  /** @type {(config: import('vitest/config').ViteUserConfig) => void} */
  config({ test = {} }) {
    Reflect.deleteProperty(test, 'projects')
  },
  /** @type {(code: string, id: string) => string | undefined} */
  transform(code, id) {
    if (bug === undefined || id.split('?')[0] !== join(root, bug.file)) return undefined
    const [before, after] = code.split(bug.find)
    if (before === undefined || after === undefined) {
      throw new Error(`${bug.file} was changed before it was loaded.`)
    }
    loaded = true
    return before + bug.replace + after
  },
}

const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    // One failed test is enough, and a second try would hide a test that fails now and then.
    bail: 1,
    retry: 0,
    maxWorkers: 1,
    silent: true,
    reporters: [{}],
  },
  { plugins: [plugin], logLevel: 'silent' },
)
await vitest.standalone()

/** Lets a file be transformed anew, and only that one. @type {(file: string) => void} */
function forget(file) {
  for (const { vite } of vitest.projects) {
    for (const { moduleGraph } of Object.values(vite.environments)) {
      for (const module of moduleGraph.getModulesByFile(join(root, file)) ?? []) {
        module.transformResult = null
      }
    }
  }
}

/** @type {(text: string) => string} */
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** As Vitest joins them when it looks for a name. @type {(test: import('vitest/node').TestCase | import('vitest/node').TestSuite) => string} */
function fullTitle(test) {
  const titles = [test.name]
  let parent = test.parent
  while (parent.type === 'suite') {
    titles.unshift(parent.name)
    parent = parent.parent
  }
  return titles.join(' ')
}

/** @type {(test: import('vitest/node').TestCase) => string} */
const failureReason = (test) => (test.result().errors?.[0]?.message ?? '').split('\n', 1).join('')

/** What failed outside of tests. @type {(module: import('vitest/node').TestModule) => readonly string[]} */
function outsideOfTests(module) {
  const blocks = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => `${fullTitle(suite)}: ${message}`),
  )
  return [...module.errors().map(({ message }) => message), ...blocks]
}

/** @type {(task: Task) => Promise<Outcome>} */
async function perform({ suite, titles, bug: planted }) {
  if (titles.length === 0) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(new RegExp(titles.map(escaped).join('|')))
  bug = planted
  loaded = false
  if (bug !== undefined) forget(bug.file)
  const specification = vitest.getRootProject().createSpecification(join(root, suite))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  if (bug !== undefined) forget(bug.file)
  bug = undefined
  const ours = testModules.filter(({ moduleId }) => moduleId === specification.moduleId)
  const tests = ours.flatMap(({ children }) => [...children.allTests()])
  /** @type {(state: string) => readonly import('vitest/node').TestCase[]} */
  const those = (state) => tests.filter((test) => test.result().state === state)
  const errors = ours.flatMap(outsideOfTests)
  return {
    passed: those('passed').map(fullTitle),
    failed: those('failed').map((test) => `${fullTitle(test)}: ${failureReason(test)}`),
    loaded,
    errors,
    ...(tests.length === 0 && errors.length === 0 && { crash: unhandledErrors.map(String).join() }),
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (/** @type {Task} */ task) => {
  void perform(task).then((outcome) => process.send?.(outcome))
})
process.send?.('ready')
