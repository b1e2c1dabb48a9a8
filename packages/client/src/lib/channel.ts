/** Messages between the tabs of one origin: the session may have changed. */
export interface Channel {
  readonly notify: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Opens the channel of all clients with one base path. Without `BroadcastChannel` tabs get no messages. */
export function createChannel(basePath: string): Channel {
  let subscribed: BroadcastChannel | undefined

  const open = (): BroadcastChannel | undefined =>
    typeof BroadcastChannel === 'undefined'
      ? undefined
      : new BroadcastChannel(`latchstring:${basePath}`)

  return {
    notify() {
      // A channel does not receive its own messages, so a client is not notified of its own changes.
      const channel = subscribed ?? open()
      if (!channel) return
      // The message has no content: its receiver requests the session from the server.
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
