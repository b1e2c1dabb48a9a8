import { describe, expect, it } from 'vitest'
import { describeMore, takeLine } from './lines.ts'

const MINUTE = 60_000

/** An application whose clock stands still until a test moves it. */
function start(application: object = {}) {
  let now = Date.UTC(2031, 4, 6)
  const config = { application, clock: () => now }
  const take = (about: string = 'x') => takeLine(config, about)
  return {
    config,
    take,
    /** The results of a number of lines, in turn. */
    takeAll: (times: number, about?: string) => Array.from({ length: times }, () => take(about)),
    move: (milliseconds: number): void => {
      now += milliseconds
    },
  }
}

const owns = (times: number) => Array.from({ length: times }, () => 'own')

describe('takeLine', () => {
  it('gives a matter 100 lines, then one that says that there are more, and then none (LIM-15, LGO-14)', () => {
    const { takeAll } = start()
    expect(takeAll(100)).toEqual(owns(100))
    expect(takeAll(3)).toEqual(['more', undefined, undefined])
    expect(new Set(takeAll(1_000))).toEqual(new Set([undefined]))
  })

  it('gives each matter lines of its own', () => {
    const { take, takeAll } = start()
    takeAll(150, 'one')
    expect(takeAll(101, 'another')).toEqual([...owns(100), 'more'])
    expect(take('one')).toBeUndefined()
  })

  it('gives each application lines of its own', () => {
    const [one, other] = [start(), start()]
    one.takeAll(150)
    expect(other.takeAll(101)).toEqual([...owns(100), 'more'])
  })

  it('counts what one application is configured with as one, however often that is made anew', () => {
    const { config, takeAll } = start()
    takeAll(60)
    const anew = Array.from({ length: 42 }, () => takeLine({ ...config }, 'x'))
    expect(anew).toEqual([...owns(40), 'more', undefined])
  })

  it('gives each tenant of an application lines of its own, as it has budgets', () => {
    const { config } = start()
    const takeAs = (audience: string) => takeLine({ ...config, limits: { audience } }, 'x')
    for (let time = 0; time < 150; time += 1) takeAs('one')
    expect([takeAs('one'), takeAs('other'), takeLine(config, 'x')]).toEqual([
      undefined,
      'own',
      'own',
    ])
  })

  it('gives lines again a minute after the first one, and not before', () => {
    const { take, takeAll, move } = start()
    take()
    move(MINUTE / 2)
    takeAll(150)
    move(MINUTE / 2 - 1)
    expect(take()).toBeUndefined()
    move(1)
    expect(takeAll(101)).toEqual([...owns(100), 'more'])
  })

  it('gives lines again in each minute of a flood that goes on', () => {
    const { takeAll, move } = start()
    for (let minute = 0; minute < 5; minute += 1) {
      expect(takeAll(102)).toEqual([...owns(100), 'more', undefined])
      move(MINUTE)
    }
  })

  it('counts the lines of a minute that is over no longer, also where they were not used up', () => {
    const { takeAll, move } = start()
    takeAll(99)
    move(MINUTE)
    expect(takeAll(101)).toEqual([...owns(100), 'more'])
  })

  it.each([MINUTE, 3_600_000])('gives lines again when the clock was set back by %d ms', (back) => {
    const { takeAll, move } = start()
    takeAll(150)
    move(-back)
    expect(takeAll(101)).toEqual([...owns(100), 'more'])
    // From then on a minute is one by that clock.
    move(MINUTE - 1)
    expect(takeAll(1)).toEqual([undefined])
    move(1)
    expect(takeAll(1)).toEqual(['own'])
  })

  it('gives no lines again when the clock was set back by less than a minute', () => {
    const { take, takeAll, move } = start()
    takeAll(150)
    move(1 - MINUTE)
    expect(take()).toBeUndefined()
  })
})

describe('takeLine with 1,000 matters', () => {
  /** One that has used up the lines of each of them, `0` first. */
  function startFull() {
    const app = start()
    for (let matter = 0; matter < 1_000; matter += 1) app.takeAll(101, String(matter))
    return app
  }

  it('knows all of them', () => {
    const { take } = startFull()
    const taken = Array.from({ length: 1_000 }, (_, matter) => take(String(matter)))
    expect(new Set(taken)).toEqual(new Set([undefined]))
  })

  it('forgets the oldest, and no other, for a new one', () => {
    const { take } = startFull()
    expect(take('new')).toBe('own')
    expect(take('1')).toBeUndefined()
    expect(take('999')).toBeUndefined()
    expect(take('0')).toBe('own')
    // Which was new as well.
    expect(take('1')).toBe('own')
    expect(take('999')).toBeUndefined()
  })

  it('takes one that began anew for no longer the oldest', () => {
    const app = start()
    app.takeAll(101, '0')
    app.move(MINUTE)
    for (let matter = 1; matter < 999; matter += 1) app.takeAll(101, String(matter))
    app.takeAll(101, '0')
    app.take('999')
    app.take('new')
    expect(app.take('0')).toBeUndefined()
    expect(app.take('1')).toBe('own')
  })

  it('forgets none for one that begins anew', () => {
    const app = start()
    app.takeAll(101, 'first')
    // Set back: the minute of the second one is over before that of the first.
    app.move(-MINUTE / 2)
    app.takeAll(101, 'second')
    for (let matter = 2; matter < 1_000; matter += 1) app.take(String(matter))
    app.move(MINUTE)
    expect(app.take('second')).toBe('own')
    expect(app.take('first')).toBeUndefined()
  })
})

describe('describeMore', () => {
  it('says what has used up its lines, and that the rest has none', () => {
    expect(describeMore('tries were refused')).toBe(
      'flood: More than 100 tries were refused within a minute. Those that follow have no line of their own.',
    )
  })
})
