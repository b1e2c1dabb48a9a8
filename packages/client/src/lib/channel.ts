/** Word between the tabs of one origin that the session may have changed. */
export interface Channel {
  readonly notify: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A channel for the clients with one base path. Without `BroadcastChannel` tabs do not hear of each other. */
export function createChannel(basePath: string): Channel {
  let subscribed: BroadcastChannel | undefined

  const open = (): BroadcastChannel | undefined =>
    typeof BroadcastChannel === 'undefined'
      ? undefined
      : new BroadcastChannel(`latchstring:${basePath}`)

  return {
    notify() {
      // A channel does not hear itself, so a client that listens is not told of its own changes.
      const channel = subscribed ?? open()
      if (!channel) return
      // It says nothing: who hears it asks the server, which knows who may see what.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a channel has one origin
      channel.postMessage(null)
      if (channel !== subscribed) channel.close()
    },
    subscribe(listener) {
      const channel = open()
      channel?.addEventListener('message', () => listener())
      subscribed = channel
      return () => {
        channel?.close()
        if (subscribed === channel) subscribed = undefined
      }
    },
  }
}
