import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'id',
  data: 'Unduh data saya',
  dataLead:
    'Satu file berisi data yang kami simpan tentang Anda: akun, metode masuk, dan perangkat tempat Anda masuk.',
  download: 'Unduh',
  delete: 'Hapus akun saya',
  deleteLead:
    'Akun, metode masuk, dan data yang kami simpan tentang Anda akan dihapus. Sesi Anda di semua perangkat akan diakhiri.',
  until:
    'Anda dapat berubah pikiran hingga {date}: masuk dan pertahankan akun Anda. Setelah itu, penghapusan tidak dapat dibatalkan.',
  atOnce: 'Penghapusan langsung dilakukan dan tidak dapat dibatalkan.',
  sure: 'Saya ingin menghapus akun saya',
  unsure: 'Centang kotak untuk menghapus akun Anda.',
  leaving: 'Akun Anda akan dihapus pada {date}',
  signedOut:
    'Sesi Anda di semua perangkat telah diakhiri. Untuk mempertahankan akun, masuk sebelum {date}.',
  deleted: 'Akun Anda telah dihapus.',
  keep: 'Pertahankan akun saya',
  kept: 'Pertahankan akun Anda?',
  leave: 'Jangan pertahankan',
  unchanged: 'Tidak ada yang berubah',
  unchangedText: 'Akun Anda akan dihapus. Untuk mempertahankannya, masuk lagi.',
  begun: 'Akun ini sedang dihapus.',
  notNow: 'Akun Anda tidak dapat dihapus saat ini. {why}',
}
