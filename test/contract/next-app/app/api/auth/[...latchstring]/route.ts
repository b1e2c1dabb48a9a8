export { GET, POST } from '../../../[...path]/route.ts'
