/** Takes what a client sends, as it comes, and gives the statements that are complete with it. */
export type Reader = (chunk: Uint8Array) => readonly string[]

/** A message at the beginning of what has come, and where the next begins; `null` as long as it is not complete. */
export interface Message {
  /** What is sent with it to be carried out, if anything. */
  readonly statement?: string | undefined
  readonly end: number
}

/** A reader that cuts what comes into messages. */
export function createReader(next: (received: Buffer) => Message | null): Reader {
  let received = Buffer.alloc(0)
  return (chunk) => {
    received = Buffer.concat([received, chunk])
    const statements: string[] = []
    for (let message = next(received); message !== null; message = next(received)) {
      if (message.statement !== undefined) statements.push(message.statement)
      received = received.subarray(message.end)
    }
    return statements
  }
}
