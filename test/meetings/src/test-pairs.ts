import { STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { inPart } from '@latchstring/test-kit/in-part'
import { startIdp } from '@latchstring/test-kit/idp'
import { type IdentityProvider } from '@latchstring/test-idp'
import { type Inbox, startInbox } from '@latchstring/test-inbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meet, Unavailable } from './meeting.ts'
import { type OperationName, OPERATIONS } from './operations.ts'
import type { Operation, Outcome } from './outcomes.ts'
import { ALL_OPERATIONS, type Pair, PAIRS } from './pairs.ts'

interface Cell {
  readonly strategy: Strategy
  readonly first: 'before' | 'after'
  readonly name: OperationName
}

const DIRECTIONS = ['before', 'after'] as const

const strategiesOf = ({ strategies = STRATEGIES }: Pair): readonly Strategy[] => strategies

function cellsOf({ operations = ALL_OPERATIONS }: Pair, strategy: Strategy): readonly Cell[] {
  return DIRECTIONS.flatMap((first) => operations.map((name) => ({ strategy, first, name })))
}

function expected({ documented = [] }: Pair, { strategy, first, name }: Cell): Outcome {
  const found = documented.find(
    (one) =>
      (one.strategy ?? strategy) === strategy &&
      (one.first ?? first) === first &&
      (one.operations ?? [name]).includes(name),
  )
  return found?.outcome ?? 'works'
}

/** How many pairs of instances there are of each kind, and how many cells they have. */
export const TABLE: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  Object.entries(PAIRS).map(([kind, pairs]: [string, readonly Pair[]]) => {
    const cells = pairs.flatMap((pair) => strategiesOf(pair).flatMap((one) => cellsOf(pair, one)))
    return [kind, [pairs.length, cells.length]]
  }),
)

/** Every operation of a pair once, in one direction, with one strategy: the next operation, and the next pair, has others. */
function isInPart(pair: Pair, at: number): (cell: Cell) => boolean {
  const [names, strategies] = [Object.keys(OPERATIONS), strategiesOf(pair)]
  return ({ name, strategy, first }) => {
    const turn = (names.indexOf(name) + at) % 4
    return strategies[turn % strategies.length] === strategy && DIRECTIONS[turn >> 1] === first
  }
}

interface Servers {
  readonly idp: IdentityProvider
  readonly inbox: Inbox
}

async function run(
  { idp, inbox }: Servers,
  pair: Pair,
  { strategy, first, name }: Cell,
): Promise<string> {
  const { before, after, between = {} } = pair
  const sides = first === 'before' ? ([before, after] as const) : ([after, before] as const)
  const meeting = await meet(sides, between, strategy, { idp, inbox })
  try {
    const operation: Operation = OPERATIONS[name]
    const outcome = await operation.run(meeting)
    const deletions = operation.ends ? [] : meeting.deletions
    return [outcome, ...meeting.faults, ...deletions.map((where) => `deleted by ${where}`)].join(
      '; ',
    )
  } catch (error) {
    if (error instanceof Unavailable) return 'unavailable'
    return `${String(error)}; ${meeting.faults.join('; ')}`
  } finally {
    await meeting.close()
  }
}

/** A test has up to 42 cells. */
const TIME = { timeout: 300_000 }

/** Runs every cell of some kinds of pairs. */
export function testPairs(isChosen: (kind: string) => boolean): void {
  let idp: IdentityProvider
  let inbox: Inbox

  beforeAll(async () => {
    ;[idp, inbox] = await Promise.all([startIdp(), startInbox()])
  })

  afterAll(async () => {
    await Promise.all([idp.close(), inbox.close()])
  })

  const kinds = Object.entries(PAIRS).filter(([kind]) => isChosen(kind))
  describe.each(kinds)('Instances that differ in %s', (_, pairs: readonly Pair[]) => {
    const rows = pairs.flatMap((pair) => strategiesOf(pair).map((strategy) => ({ pair, strategy })))
    test.each(rows)(
      'MIX-01 $pair.name, with $strategy sessions',
      TIME,
      async ({ pair, strategy }) => {
        const wrong: string[] = []
        const cells = inPart(cellsOf(pair, strategy), isInPart(pair, pairs.indexOf(pair)))
        for (const cell of cells) {
          const [got, wanted] = [await run({ idp, inbox }, pair, cell), expected(pair, cell)]
          if (got !== wanted)
            wrong.push(`${cell.name} | ${cell.first} first | ${got} | not ${wanted}`)
        }
        expect(wrong).toEqual([])
      },
    )
  })
}
