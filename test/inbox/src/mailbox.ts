import type { Message } from './message.ts'

/** How long to wait for a mail. */
export interface WaitOptions {
  /** Milliseconds; 5000 if left out. */
  readonly timeoutMs?: number
}

/** The mails of one inbox. */
export interface Mailbox {
  /** @returns every mail, newest first */
  messages(): readonly Message[]
  /**
   * @param id - number of a mail
   * @returns the mail, if it is still there
   */
  find(id: number): Message | undefined
  /** @param message - the mail that has arrived */
  add(message: Message): void
  /** @returns the number for the next mail */
  nextId(): number
  /** Forgets every mail. */
  clear(): void
  /**
   * Waits for the next mail to an address that no call has returned yet.
   *
   * @param address - one of its recipients
   * @param options - how long
   * @returns the mail
   * @throws Error when none arrives in time
   */
  waitFor(address: string, options?: WaitOptions): Promise<Message>
  /** Rejects all pending waits with an error. */
  close(): void
}

interface Waiting {
  readonly address: string
  readonly resolve: (message: Message) => void
  readonly reject: (error: Error) => void
}

function isFor(message: Message, address: string): boolean {
  return message.envelope.to.some((recipient) => recipient.toLowerCase() === address.toLowerCase())
}

function timedOut(address: string, timeoutMs: number, others: readonly Message[]): Error {
  const seen = others.map(({ envelope }) => envelope.to.join(', ')).join('; ')
  return new Error(
    `No new mail to ${address} within ${timeoutMs} ms. ` +
      (seen === '' ? 'The inbox is empty.' : `There is mail to: ${seen}.`),
  )
}

/** @returns an empty mailbox */
export function createMailbox(): Mailbox {
  let messages: readonly Message[] = []
  let lastId = 0
  const returned = new Set<Message>()
  const waiting = new Set<Waiting>()

  function take(address: string): Message | undefined {
    const message = messages.findLast((each) => !returned.has(each) && isFor(each, address))
    if (message !== undefined) returned.add(message)
    return message
  }

  return {
    messages: () => messages,
    find: (id) => messages.find((message) => message.id === id),
    nextId: () => (lastId += 1),
    add(message) {
      messages = [message, ...messages]
      for (const waiter of waiting) {
        const taken = take(waiter.address)
        if (taken !== undefined) waiter.resolve(taken)
      }
    },
    clear() {
      messages = []
      returned.clear()
    },
    waitFor(address, { timeoutMs = 5000 } = {}) {
      const present = take(address)
      if (present !== undefined) return Promise.resolve(present)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiter.reject(timedOut(address, timeoutMs, messages))
        }, timeoutMs)
        const done = (): void => {
          clearTimeout(timer)
          waiting.delete(waiter)
        }
        const waiter: Waiting = {
          address,
          resolve: (message) => {
            done()
            resolve(message)
          },
          reject: (error) => {
            done()
            reject(error)
          },
        }
        waiting.add(waiter)
      })
    },
    close() {
      for (const waiter of waiting) waiter.reject(new Error('The inbox was closed.'))
    },
  }
}
