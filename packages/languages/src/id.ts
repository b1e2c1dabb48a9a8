import type { LanguageTexts } from '@latchstring/core/types'

/** Indonesian. Its key in `texts` is `id`. */
export const id: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Buka beranda',
    toSignIn: 'Kembali ke halaman masuk',
    reference: 'Nomor referensi: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Coba lagi dalam {duration}.',
    notYou: 'Jika bukan Anda yang melakukannya, hubungi administrator situs.',
  },
  signIn: {
    title: 'Masuk',
    to: 'untuk melanjutkan ke {host}',
    continueWith: 'Lanjutkan dengan {name}',
    or: 'atau',
    email: 'Alamat email',
    emailExample: 'nama@example.com',
    sendLink: 'Lanjutkan dengan email',
    submit: 'Masuk',
    unsupported: 'Browser ini tidak mendukung {name}. Gunakan metode masuk lain.',
    none: 'Proses masuk belum disiapkan.',
    code: 'Kode error: {code}',
    lastUsed: 'Terakhir digunakan',
    showPassword: 'Tampilkan kata sandi',
    passkey: 'Masuk dengan kunci sandi',
    unknown: 'Metode masuk ini tidak tersedia. Pilih metode lain.',
    wrongEmailOrPassword: 'Alamat email atau kata sandi salah.',
    wrongUsernameOrPassword: 'Nama pengguna atau kata sandi salah.',
    unsupportedPasskey:
      'Browser ini tidak mendukung kunci sandi. Perbarui browser, atau gunakan metode masuk lain.',
  },
  fields: {
    username: 'Nama pengguna',
    password: 'Kata sandi',
    code: 'Kode',
    oneTimeCode: 'Kode sekali pakai',
    name: 'Nama',
    phone: 'Nomor telepon',
  },
  signInErrors: {
    Signin: 'Gagal masuk. Coba lagi, atau gunakan metode masuk lain.',
    OAuthSignin:
      'Kami tidak dapat terhubung ke layanan itu. Coba beberapa saat lagi, atau gunakan metode masuk lain.',
    OAuthCallbackError:
      'Layanan tidak menyelesaikan proses masuk. Coba lagi, atau gunakan metode masuk lain.',
    OAuthCreateAccount:
      'Kami tidak dapat membuat akun Anda. Coba lagi, atau gunakan metode masuk lain.',
    EmailCreateAccount:
      'Kami tidak dapat membuat akun Anda. Coba lagi, atau gunakan alamat email lain.',
    Callback: 'Terjadi masalah saat memproses masuk. Coba lagi.',
    OAuthAccountNotLinked:
      'Alamat email ini sudah digunakan dengan metode masuk lain. Masuklah dengan metode itu.',
    EmailSignin: 'Kami tidak dapat mengirim email. Periksa alamatnya lalu coba lagi.',
    CredentialsSignin: 'Informasi masuk salah. Periksa lalu coba lagi.',
    SessionRequired: 'Masuk untuk melanjutkan.',
  },
  providerErrors: {
    OAuthSignin:
      'Kami tidak dapat terhubung ke {name}. Coba beberapa saat lagi, atau gunakan metode masuk lain.',
    OAuthCallbackError:
      '{name} tidak menyelesaikan proses masuk. Coba lagi, atau gunakan metode masuk lain.',
    service:
      '{name} tidak merespons. Coba lagi dalam beberapa menit, atau gunakan metode masuk lain.',
    'other-way':
      '{name} tidak memberikan semua yang diperlukan untuk masuk. Gunakan metode masuk lain.',
  },
  present: {
    named: 'Anda masuk sebagai {name}.',
    unnamed: 'Anda sudah masuk.',
    other: 'Gunakan akun lain',
  },
  signInReasons: {
    cancelled: 'Proses masuk dibatalkan. Coba lagi, atau gunakan metode masuk lain.',
    expired: 'Proses masuk ini kedaluwarsa atau dimulai di browser lain. Coba lagi.',
    ours: 'Terjadi masalah di sistem kami. Coba lagi nanti, atau gunakan metode masuk lain.',
    service:
      'Layanan tidak merespons. Coba lagi dalam beberapa menit, atau gunakan metode masuk lain.',
    'other-way':
      'Layanan tidak memberikan semua yang diperlukan untuk masuk. Gunakan metode masuk lain.',
    removed: 'Kunci sandi ini telah dihapus dari akun Anda. Gunakan metode masuk lain.',
    'step-up': 'Masuk lagi untuk melanjutkan. Ini menjaga keamanan akun Anda.',
  },
  signOut: {
    title: 'Keluar',
    question: 'Yakin ingin keluar?',
    submit: 'Keluar',
    stay: 'Tetap masuk',
    nobody: 'Anda belum masuk.',
  },
  error: {
    Configuration: {
      title: 'Proses masuk tidak tersedia',
      message: 'Ada masalah pada pengaturan situs ini.',
      advice: 'Coba lagi nanti. Jika masalah berlanjut, hubungi administrator situs.',
    },
    AccessDenied: {
      title: 'Anda tidak memiliki akses',
      message: 'Akun ini tidak dapat masuk ke situs ini.',
      advice: 'Gunakan akun lain, atau minta akses kepada administrator situs.',
    },
    Verification: {
      title: 'Tautan ini tidak berlaku lagi',
      message: 'Tautan mungkin sudah kedaluwarsa atau sudah digunakan.',
      advice: 'Masuk lagi untuk mendapatkan tautan baru.',
    },
    Default: {
      title: 'Terjadi masalah',
      message: 'Gagal masuk.',
      advice: 'Coba masuk lagi.',
    },
  },
  verifyRequest: {
    title: 'Periksa email Anda',
    sentTo:
      'Kami mengirim email ke {address}. Buka tautan di dalamnya, atau masukkan kode di bawah.',
    sent: 'Kami mengirim email kepada Anda. Buka tautan di dalamnya untuk masuk.',
    linkSentTo: 'Kami mengirim email ke {address}. Buka tautan di dalamnya untuk masuk.',
    code: 'Kode dari email',
    codeHint: '8 huruf dan angka. Tanda hubung dan huruf besar tidak wajib.',
    submit: 'Masuk',
    wrongCode: 'Kode salah atau sudah kedaluwarsa. Periksa email terbaru lalu coba lagi.',
    attemptsLeft: 'Sisa percobaan: {count}',
    nothingThere: 'Tidak menerima email? Periksa folder spam.',
    again: 'Kirim ulang atau gunakan email lain',
  },
  confirmLink: {
    title: 'Apakah ini Anda?',
    question: 'Anda akan masuk sebagai {address}.',
    reason:
      'Tautan ini mungkin diminta di browser lain. Konfirmasikan bahwa Anda ingin masuk di sini.',
    submit: 'Ya, masuk',
    notMe:
      'Bukan alamat email Anda, atau Anda tidak memintanya? Tutup halaman ini dan proses masuk tidak akan dilanjutkan.',
  },
  continueSignIn: {
    title: 'Satu langkah lagi',
    message: 'Lanjutkan untuk menyelesaikan proses masuk dengan {name}.',
    submit: 'Lanjutkan',
    notMe: 'Anda tidak memintanya? Tutup halaman ini dan proses masuk tidak akan dilanjutkan.',
  },
  keptForm: {
    title: 'Formulir Anda masih ada',
    message: 'Isian Anda belum dikirim.',
    submit: 'Kirim formulir',
    discard: 'Jangan kirim',
  },
  endSession: {
    title: 'Anda sudah keluar',
    message: 'Anda masih masuk di {name}. Keluar dari sana juga?',
    submit: 'Keluar dari {name}',
    stay: 'Tetap masuk di {name}',
  },
  signedOut: {
    title: 'Proses keluar kedaluwarsa',
    message:
      'Proses ini dimulai di browser lain, atau lebih dari 10 menit lalu. Tidak ada yang berubah.',
  },
  devices: {
    title: 'Perangkat tempat Anda masuk',
    lead: 'Keluar dari browser yang tidak Anda kenali atau tidak lagi digunakan.',
    here: 'Browser ini',
    unknown: 'Browser tidak dikenal',
    browserOn: '{browser} di {system}',
    signedIn: 'Masuk: {when}',
    signedInWith: 'Masuk dengan {name}: {when}',
    lastSeen: 'Terakhir aktif: {when}',
    signOut: 'Keluar',
    others: 'Keluar dari perangkat lain',
    all: 'Keluar dari semua perangkat',
    now: 'Aktif sekarang',
  },
  account: {
    title: 'Metode masuk',
    lead: 'Hapus yang tidak lagi Anda gunakan. Minimal satu harus ada.',
    synced: 'Kunci sandi yang disinkronkan',
    oneDevice: 'Kunci sandi di satu perangkat',
    mail: 'Tautan email',
    remove: 'Hapus',
    rename: 'Ubah nama',
    name: 'Nama kunci sandi',
    save: 'Simpan',
    only: 'Anda tidak dapat menghapus satu-satunya metode masuk.',
    unused: 'Belum digunakan. Masuklah dengannya sekali sebelum menghapus metode masuk lain.',
    accounts: 'Akun terhubung',
    passkeys: 'Kunci sandi',
    noPasskeys: 'Belum ada kunci sandi.',
    removed: 'Dihapus.',
    renamed: 'Nama disimpan.',
    signedOut: 'Berhasil keluar.',
    tooLongAgo: 'Demi keamanan akun Anda, masuk lagi untuk membuat perubahan ini.',
    failed: 'Tidak berhasil. Coba lagi.',
  },
  ended: {
    'ended-by-user': 'Sesi Anda diakhiri dari perangkat lain.',
    'signed-out-everywhere': 'Sesi Anda diakhiri di semua perangkat. Silakan masuk lagi.',
    'password-changed':
      'Sesi Anda diakhiri karena kata sandi diubah. Silakan masuk dengan yang baru.',
    'email-changed': 'Sesi Anda diakhiri karena alamat email diubah. Silakan masuk lagi.',
    'account-unlinked':
      'Sesi Anda diakhiri karena salah satu metode masuk dihapus. Silakan masuk lagi.',
    'passkey-removed': 'Sesi Anda diakhiri karena sebuah kunci sandi dihapus. Silakan masuk lagi.',
    'factor-added':
      'Sesi Anda diakhiri karena verifikasi dua langkah diaktifkan. Silakan masuk lagi.',
    'factor-removed':
      'Sesi Anda diakhiri karena salah satu metode verifikasi dua langkah dihapus. Silakan masuk lagi.',
    'recovery-used': 'Sesi Anda diakhiri karena akun Anda dipulihkan. Silakan masuk lagi.',
    admin: 'Administrator mengakhiri sesi Anda. Silakan masuk lagi.',
    'back-channel':
      'Sesi Anda diakhiri karena Anda keluar dari layanan yang digunakan untuk masuk.',
    'secret-leak': 'Demi keamanan akun, semua sesi diakhiri. Silakan masuk lagi.',
    other: 'Sesi Anda telah berakhir. Silakan masuk lagi.',
  },
  problem: {
    400: {
      title: 'Permintaan tidak dapat diproses',
      message: 'Kembali, muat ulang halaman, lalu coba lagi.',
    },
    403: {
      title: 'Halaman ini kedaluwarsa',
      message: 'Kembali, muat ulang halaman, lalu coba lagi.',
    },
    404: {
      title: 'Halaman tidak ditemukan',
      message: 'Periksa alamatnya, atau mulai dari beranda.',
    },
    405: {
      title: 'Halaman ini tidak dapat dibuka langsung',
      message: 'Mulai dari beranda.',
    },
    413: {
      title: 'Terlalu panjang',
      message: 'Persingkat isian Anda lalu coba lagi.',
    },
    415: {
      title: 'Data tidak dapat dibaca',
      message: 'Kembali dan gunakan formulir di halaman.',
    },
    429: {
      title: 'Terlalu banyak percobaan',
      message: 'Tunggu beberapa menit, lalu coba lagi.',
    },
    500: {
      title: 'Terjadi masalah',
      message: 'Masalahnya ada pada kami. Coba beberapa saat lagi.',
    },
    503: {
      title: 'Sementara tidak tersedia',
      message:
        'Sebagian sistem kami sedang bermasalah. Sesi Anda tetap aktif. Coba beberapa saat lagi.',
    },
    acting: {
      title: 'Anda bertindak atas nama pengguna lain',
      message:
        'Tindakan ini tidak tersedia untuk sementara. Keluar satu kali untuk kembali ke akun Anda.',
    },
  },
  mail: {
    subject: 'Masuk ke {host}',
    button: 'Masuk',
    link: 'Tombol tidak berfungsi? Salin tautan ini ke browser Anda:',
    code: 'Atau masukkan kode ini di tempat Anda mulai masuk:',
    validity: 'Tautan dan kode berlaku selama {duration} dan hanya dapat digunakan sekali.',
    ignore:
      'Bukan Anda? Abaikan email ini. Jangan pernah membagikan tautan atau kode kepada siapa pun.',
    linkValidity: 'Tautan berlaku selama {duration} dan hanya dapat digunakan sekali.',
    linkIgnore: 'Bukan Anda? Abaikan email ini. Jangan pernah membagikan tautan kepada siapa pun.',
  },
}
