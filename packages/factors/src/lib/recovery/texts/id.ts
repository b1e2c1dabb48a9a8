import type { RecoveryTexts } from './en.ts'

export const id: RecoveryTexts = {
  locale: 'id',
  lostBoth: 'Saya kehilangan aplikasi dan kode cadangan',
  lostTitle: 'Ganti aplikasi yang hilang',
  lostLead:
    'Kami akan mengirim tautan melalui email. Setelah Anda membukanya, waktu tunggu dimulai. Anda dapat menyiapkan aplikasi baru mulai {date}.',
  lostTold:
    'Setiap browser yang masuk ke akun menampilkan permintaan ini dan dapat membatalkannya. Masuk dengan aplikasi atau kode cadangan juga membatalkannya.',
  lostSend: 'Kirimi saya tautan',
  lostSent: 'Periksa email Anda. Buka tautannya, atau masukkan kodenya di sini.',
  lostByMail: 'Anda masuk melalui email. Untuk mengganti aplikasi, gunakan metode masuk lain.',
  lostConfirm:
    'Anda dapat menyiapkan aplikasi baru mulai {date}. Hingga saat itu, aplikasi dan kode cadangan lama tetap berfungsi.',
  proofSubject: 'Konfirmasi bahwa aplikasi Anda hilang',
  proofLead:
    'Seseorang masuk ke akun Anda dan menyatakan bahwa aplikasi autentikator dan kode cadangan hilang. Bukan Anda? Jangan gunakan tautannya, dan ubah kata sandi Anda.',
  proofButton: 'Lanjutkan',
  proofIgnore: 'Jangan pernah membagikan tautan atau kode kepada siapa pun.',
  request: 'Minta aplikasi baru',
  running:
    'Aplikasi autentikator baru telah diminta. Mulai {date}, masuk untuk menyiapkannya. Aplikasi dan kode cadangan lama kemudian tidak berfungsi lagi.',
  askedSubject: 'Aplikasi autentikator baru diminta untuk akun Anda',
  cancel: 'Batalkan permintaan',
  cancelNone: 'Tidak ada permintaan aplikasi baru yang berjalan.',
  cancelledSubject: 'Permintaan aplikasi autentikator baru dibatalkan',
  replaceTitle: 'Siapkan aplikasi baru',
  replaceLead:
    'Aplikasi dan kode cadangan lama tidak akan berfungsi lagi, dan semua browser akan keluar dari akun.',
  foundLead:
    'Aplikasi atau kode cadangan masih ada? Masukkan kode untuk masuk. Permintaan akan dibatalkan.',
  foundCode: 'Kode 6 digit atau kode cadangan',
  replacedLead:
    'Aplikasi Anda telah diganti, dan semua browser telah keluar dari akun. Masuk dengan aplikasi baru Anda.',
  signIn: 'Masuk',
  replacedSubject: 'Aplikasi autentikator dan kode cadangan Anda telah diganti',
}
