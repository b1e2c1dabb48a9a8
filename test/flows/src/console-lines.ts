import { vi } from 'vitest'

/** Everything that goes to the console from now until the end of the test; nothing is shown. */
export function captureConsole(): readonly string[] {
  const lines: string[] = []
  for (const level of ['error', 'warn', 'log', 'info', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      lines.push(parts.map(String).join(' '))
    })
  }
  return lines
}
