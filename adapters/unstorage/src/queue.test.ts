import { describe, expect, it } from 'vitest'
import { all, createQueue } from './lib/queue.ts'

/** Creates a promise with a function that resolves it. */
function openWork(): { work: () => Promise<string>; end: () => void; begun: () => boolean } {
  const ends: (() => void)[] = []
  let begun = false
  const ended = new Promise<string>((resolve) => {
    ends.push(() => resolve('done'))
  })
  return {
    work: () => {
      begun = true
      return ended
    },
    end: () => ends.forEach((end) => end()),
    begun: () => begun,
  }
}

describe('createQueue', () => {
  it('makes only work with the same key wait', async () => {
    const queue = createQueue()
    const [one, two] = [openWork(), openWork()]
    const first = queue.run('a', one.work)
    const second = queue.run('a', two.work)
    expect(await queue.run('b', () => Promise.resolve('at once'))).toBe('at once')
    expect([one.begun(), two.begun()]).toEqual([true, false])
    one.end()
    expect(await first).toBe('done')
    two.end()
    expect(await second).toBe('done')
  })

  it('continues after failed work, whose error only its caller gets', async () => {
    const queue = createQueue()
    const failing = queue.run('a', () => Promise.reject(new Error('failed')))
    const next = queue.run('a', () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('failed')
    expect(await next).toBe('done')
  })

  it('forgets keys without work', async () => {
    const queue = createQueue()
    const works = ['a', 'b', 'a', 'c'].map((key) => queue.run(key, () => Promise.resolve()))
    expect(queue.size()).toBe(3)
    const failing = queue.run('d', () => Promise.reject(new Error('failed')))
    await Promise.allSettled([...works, failing])
    expect(queue.size()).toBe(0)
  })
})

describe('all (of queue.ts)', () => {
  it('waits for all work before it throws', async () => {
    const slow = openWork()
    let ended = false
    const waiting = all([Promise.reject(new Error('failed')), slow.work()]).finally(() => {
      ended = true
    })
    await new Promise(setImmediate)
    expect(ended).toBe(false)
    slow.end()
    await expect(waiting).rejects.toThrow('failed')
  })
})
