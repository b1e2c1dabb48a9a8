// Scripts of strangers get 401.
export default defineEventHandler(async (event) => {
  const session = await requireSession(event)
  return { name: session.user?.name }
})
