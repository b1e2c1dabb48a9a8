/** Word between the tabs of one origin that the session may have changed. */
export interface Channel {
  readonly notify: () => void
  readonly subscribe: (listener: () => void) => () => void
}

// The message carries nothing: who hears it asks the server, which knows who may see what.
const MESSAGE = 'session'

/** A channel for the clients with one base path. Without `BroadcastChannel` tabs do not hear of each other. */
export function createChannel(basePath: string): Channel {
  const listeners = new Set<() => void>()
  let subscribed: BroadcastChannel | undefined

  const open = (): BroadcastChannel | undefined =>
    typeof BroadcastChannel === 'undefined'
      ? undefined
      : new BroadcastChannel(`latchstring:${basePath}`)

  const hear = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    notify() {
      // A channel does not hear itself, so a client with listeners is not told of its own changes.
      const channel = subscribed ?? open()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a channel has one origin
      channel?.postMessage(MESSAGE)
      if (channel !== subscribed) channel?.close()
    },
    subscribe(listener) {
      listeners.add(listener)
      subscribed ??= open()
      // Added once, however often this is called.
      subscribed?.addEventListener('message', hear)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        subscribed?.close()
        subscribed = undefined
      }
    },
  }
}
