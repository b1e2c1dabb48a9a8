import { describe, expect, test } from 'vitest'
import { explore, type Fault, type Step, type World } from './src/explore.ts'

const CRASH: readonly Fault[] = ['crash']

describe('a row and the note that leads to it, in two places', () => {
  class Places {
    readonly rows = new Map<string, { readonly mark: number; readonly version: number }>()
    /** From the key of a row to the marks that rows of this key were born with. */
    readonly notes = new Map<string, Set<number>>()
    #marks = 0

    readonly nextMark = (): number => (this.#marks += 1)
  }

  type Order = 'note first' | 'row first'

  const noteOf = (places: Places, key: string): Set<number> => {
    const found = places.notes.get(key) ?? new Set()
    places.notes.set(key, found)
    return found
  }

  async function insert(places: Places, step: Step, order: Order): Promise<boolean> {
    const mark = places.nextMark()
    const putNote = (): Promise<unknown> => step(() => noteOf(places, 'k').add(mark))
    const putRow = (): Promise<boolean> =>
      step(() => {
        if (places.rows.has('k')) return false
        places.rows.set('k', { mark, version: mark })
        return true
      })
    if (order === 'note first') await putNote()
    const inserted = await putRow()
    if (order === 'row first' && inserted) await putNote()
    return inserted
  }

  async function drop(places: Places, step: Step, how: 'of that mark' | 'all'): Promise<boolean> {
    const row = await step(() => places.rows.get('k'))
    if (!row) return false
    const dropped = await step(
      () => places.rows.get('k')?.version === row.version && places.rows.delete('k'),
    )
    if (!dropped) return false
    await step(() => {
      if (how === 'all') noteOf(places, 'k').clear()
      else noteOf(places, 'k').delete(row.mark)
    })
    return true
  }

  /** What `find` gives: rows to which a note of their own mark leads. */
  const isFound = ({ rows, notes }: Places): boolean => {
    const row = rows.get('k')
    return row !== undefined && notes.get('k')?.has(row.mark) === true
  }

  const make = (order: Order, how: 'of that mark' | 'all') => async (): Promise<World> => {
    const places = new Places()
    await insert(places, async (work) => work(), 'note first')
    return {
      programs: [
        (step) => drop(places, step, how),
        (step) => insert(places, step, order),
        (step) => insert(places, step, order),
      ],
      check: () => (places.rows.has('k') && !isFound(places) ? 'a row is not found' : undefined),
    }
  }

  test('is found in every order, and when a process ends in between', async () => {
    const { orders, bad } = await explore(make('note first', 'of that mark'), CRASH)
    expect(orders.length).toBeGreaterThan(50)
    expect(bad).toEqual([])
  })

  test.each([
    ['row first', 'of that mark'],
    ['note first', 'all'],
  ] as const)('is lost with the %s, where notes are removed %s', async (order, how) => {
    expect((await explore(make(order, how), CRASH)).bad).not.toEqual([])
  })
})

describe('the end of a user whose rows are in another place', () => {
  interface Places {
    readonly users: Set<string>
    readonly tombstones: Set<string>
    readonly rows: Set<string>
  }

  async function endUser(places: Places, step: Step, tombstone: boolean): Promise<'ended'> {
    if (tombstone) await step(() => places.tombstones.add('ada'))
    await step(() => places.rows.clear())
    await step(() => places.users.delete('ada'))
    return 'ended'
  }

  async function insertOwned(places: Places, step: Step, key: string): Promise<boolean> {
    if (!(await step(() => places.users.has('ada')))) return false
    await step(() => places.rows.add(key))
    if (!(await step(() => places.tombstones.has('ada')))) return true
    await step(() => places.rows.delete(key))
    return false
  }

  const make = (tombstone: boolean) => (): World => {
    const places: Places = {
      users: new Set(['ada']),
      tombstones: new Set(),
      rows: new Set(['before']),
    }
    return {
      programs: [
        (step) => endUser(places, step, tombstone),
        (step) => insertOwned(places, step, 'row'),
      ],
      check: ([ended]) =>
        ended?.how === 'returned' && places.rows.size > 0 ? 'a row outlives its user' : undefined,
    }
  }

  test('leaves no row behind', async () => {
    expect((await explore(make(true))).bad).toEqual([])
  })

  test('leaves one behind without a tombstone', async () => {
    const { orders, bad } = await explore(make(false))
    expect(bad.length).toBeGreaterThan(orders.length / 5)
  })

  test('can be begun again by its process or another, after it ended in the middle', async () => {
    const places: Places = {
      users: new Set(['ada']),
      tombstones: new Set(['ada']),
      rows: new Set(['row']),
    }
    await endUser(places, async (work) => work(), true)
    expect([places.users.size, places.rows.size]).toEqual([0, 0])
  })
})
