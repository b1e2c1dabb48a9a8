import { describe, expect, it } from 'vitest'
import { LOCK } from '../test/lock-mistakes.ts'
import { KEYS } from '../test/keys-mistakes.ts'
import type { Mistake } from '../test/mistakes.ts'
import { NOTES } from '../test/notes-mistakes.ts'
import { QUIZ } from '../test/quiz-mistakes.ts'
import { SECRETS, SOUND } from '../test/secret-mistakes.ts'
import { WELCOME } from '../test/welcome-mistakes.ts'
import { RUN, START } from '../test/refused-mistakes.ts'
import { runSuite } from '../test/run-suite.ts'
import { firstOfKind, inPart } from '../../../test/kit/src/in-part.ts'

const row = (mistake: Mistake) => [mistake.what, mistake] as const

async function messagesOf({ options, found }: Mistake): Promise<readonly string[]> {
  // With the other strategy it is found by the same test.
  const isMeant = (name: string): boolean => name.includes(found) && !name.includes('jwt')
  const { failed, passed } = await runSuite(options, isMeant)
  expect(failed.length + passed.length).toBe(1)
  return failed.map(({ message }) => message)
}

describe('The library refuses at the start', () => {
  it.each(START.map(row))('%s', async (_, mistake) => {
    expect(await messagesOf(mistake)).toEqual([expect.stringMatching(mistake.says)])
  })
})

describe('The library refuses when the feature runs', () => {
  it.each(RUN.map(row))('%s', async (_, mistake) => {
    expect(await messagesOf(mistake)).toEqual([expect.stringMatching(mistake.says)])
  })
})

/** In the normal run one mistake for each test of the suite, which is what it is found by. */
const FOUND = inPart(
  [...NOTES, ...QUIZ, ...KEYS, ...SECRETS, ...WELCOME, ...LOCK],
  firstOfKind(({ found }) => found),
)

describe('The suite finds', () => {
  it.each(FOUND.map(row))('%s', async (_, mistake) => {
    expect(await messagesOf(mistake)).toEqual([expect.stringMatching(mistake.says)])
  })
})

it('A page may show what is sealed where the options say so', async () => {
  const { failed, passed } = await runSuite(SOUND, (name) => name.includes('what is sealed'))
  expect(failed).toEqual([])
  expect(passed).toHaveLength(2)
})

it('has thirty mistakes that only the suite finds, and twelve that the library refuses at the start', () => {
  expect(NOTES.length + QUIZ.length).toBeGreaterThanOrEqual(30)
  expect(START.length).toBeGreaterThanOrEqual(12)
})
