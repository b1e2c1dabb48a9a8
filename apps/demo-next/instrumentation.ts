/** Next.js runs this once, before the first request. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return
  const { prepareStore } = await import('./lib/demo-users.ts')
  await prepareStore()
}
