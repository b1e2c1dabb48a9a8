import type { LanguageTexts } from '@latchstring/core/types'

/** Indonesian. Its key in `texts` is `id`. */
export const id: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Buka beranda',
    toSignIn: 'Buka halaman masuk',
    reference: 'Nomor referensi: {ref}',
  },
  signIn: {
    title: 'Masuk',
    to: 'untuk melanjutkan ke {host}',
    continueWith: 'Lanjutkan dengan {name}',
    or: 'atau',
    email: 'Alamat email',
    emailExample: 'nama@example.com',
    sendLink: 'Kirim tautan masuk lewat email',
    submit: 'Masuk',
    unsupported: 'Masuk dengan {name} tidak berfungsi di browser ini.',
    none: 'Belum ada cara masuk yang disiapkan di sini.',
    code: 'Kode: {code}',
    lastUsed: 'Terakhir digunakan',
    showPassword: 'Tampilkan kata sandi',
    passkey: 'Masuk dengan kunci sandi',
    unknown: 'Cara masuk ini tidak ada di sini. Silakan pilih cara lain.',
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
    Signin: 'Anda tidak dapat masuk. Coba lagi, atau pilih cara masuk lain.',
    OAuthSignin:
      'Proses masuk dengan layanan itu tidak dapat dimulai. Tunggu sebentar lalu coba lagi, atau pilih cara lain.',
    OAuthCallbackError:
      'Layanan tidak mengonfirmasi proses masuk Anda. Coba lagi, atau pilih cara masuk lain.',
    OAuthCreateAccount:
      'Layanan mengonfirmasi identitas Anda, tetapi akun tidak dapat dibuat di sini. Coba lagi, atau pilih cara masuk lain.',
    EmailCreateAccount:
      'Akun tidak dapat dibuat untuk alamat email ini. Coba lagi, atau gunakan alamat lain.',
    Callback: 'Terjadi masalah saat Anda masuk. Silakan mulai lagi dari halaman ini.',
    OAuthAccountNotLinked:
      'Sudah ada akun dengan alamat email ini. Masuklah dengan cara yang Anda gunakan sebelumnya, agar kami tahu akun itu milik Anda.',
    EmailSignin:
      'Email tidak dapat dikirim. Periksa apakah ada salah ketik pada alamat lalu coba lagi.',
    CredentialsSignin:
      'Data yang Anda masukkan tidak cocok dengan akun mana pun. Periksa lalu coba lagi.',
    SessionRequired: 'Silakan masuk untuk membuka halaman itu.',
  },
  present: {
    named: 'Anda masuk sebagai {name}.',
    unnamed: 'Anda sudah masuk.',
    other: 'Gunakan akun lain',
  },
  signInReasons: {
    cancelled: 'Anda membatalkan proses masuk. Anda dapat mencoba lagi kapan saja.',
    expired: 'Prosesnya terlalu lama, atau dimulai di browser lain. Silakan mulai lagi.',
    ours: 'Ada yang tidak berfungsi di pihak kami; ini bukan kesalahan Anda. Pilih cara masuk lain, atau coba lagi nanti.',
    service:
      'Layanan yang Anda pilih sedang tidak merespons dengan benar. Coba lagi dalam beberapa menit, atau pilih cara masuk lain.',
    'other-way':
      'Anda tidak dapat masuk dengan cara ini, karena layanan tidak memberikan semua yang kami perlukan. Silakan pilih cara masuk lain.',
  },
  signOut: {
    title: 'Keluar',
    question: 'Apakah Anda ingin keluar di browser ini?',
    submit: 'Keluar',
    stay: 'Tetap masuk',
    nobody: 'Anda belum masuk di sini.',
  },
  error: {
    Configuration: {
      title: 'Proses masuk tidak tersedia',
      message: 'Situs web ini tidak disiapkan dengan benar. Ini bukan kesalahan Anda.',
      advice: 'Coba lagi nanti. Jika masalah berlanjut, beri tahu pengelola situs web ini.',
    },
    AccessDenied: {
      title: 'Akses ditolak',
      message: 'Akun ini tidak diizinkan masuk di sini.',
      advice: 'Masuk dengan akun lain, atau minta akses kepada pengelola situs web ini.',
    },
    Verification: {
      title: 'Tautan ini tidak berlaku lagi',
      message: 'Tautan sudah kedaluwarsa, sudah digunakan, atau tidak lengkap.',
      advice: 'Minta tautan baru di halaman masuk.',
    },
    Default: {
      title: 'Terjadi masalah',
      message: 'Anda tidak berhasil masuk.',
      advice: 'Mulai lagi dari halaman masuk.',
    },
  },
  verifyRequest: {
    title: 'Periksa email Anda',
    sentTo: 'Pesan sedang dikirim ke {address}. Buka tautan di dalamnya untuk masuk.',
    sent: 'Pesan sedang dikirim kepada Anda. Buka tautan di dalamnya untuk masuk.',
    code: 'Kode dari pesan',
    codeHint: 'Spasi, tanda hubung, dan huruf kecil tidak berpengaruh.',
    submit: 'Masuk',
    wrongCode: 'Kode ini salah atau tidak berlaku lagi. Bandingkan dengan pesan terbaru.',
    attemptsLeft: 'Sisa percobaan: {count}',
    nothingThere: 'Belum ada apa-apa setelah beberapa menit? Periksa folder spam.',
    again: 'Coba lagi atau gunakan alamat lain',
  },
  confirmLink: {
    title: 'Apakah ini Anda?',
    question: 'Anda akan masuk sebagai {address}.',
    reason:
      'Tidak dapat dipastikan bahwa tautan ini diminta di browser ini, jadi konfirmasikan bahwa Anda ingin masuk di sini.',
    submit: 'Ya, masuk',
    notMe:
      'Bukan alamat Anda, atau Anda tidak memintanya? Tutup halaman ini: belum terjadi apa-apa.',
  },
  continueSignIn: {
    title: 'Satu langkah lagi',
    message: 'Anda kembali dari {name}. Lanjutkan di sini untuk menyelesaikan.',
    submit: 'Lanjutkan',
    notMe: 'Anda tidak memintanya? Tutup halaman ini: belum terjadi apa-apa.',
  },
  endSession: {
    title: 'Anda sudah keluar di sini',
    message: 'Anda masih masuk di {name}. Lanjutkan untuk keluar di sana juga.',
    submit: 'Lanjutkan ke {name}',
    stay: 'Tetap masuk di sana',
  },
  signedOut: {
    title: 'Tidak ada yang berubah di sini',
    message:
      'Proses keluar ini tidak dimulai di browser ini, atau dimulai lebih dari sepuluh menit lalu.',
  },
  devices: {
    title: 'Tempat Anda masuk',
    lead: 'Keluarlah di tempat yang tidak perlu lagi, dan di browser yang tidak Anda kenali.',
    here: 'Browser ini',
    unknown: 'Browser tidak dikenal',
    browserOn: '{browser} di {system}',
    signedIn: 'Masuk: {when}',
    signedInWith: 'Masuk dengan {name}: {when}',
    lastSeen: 'Terakhir aktif: {when}',
    signOut: 'Keluar',
    others: 'Keluar di semua tempat lain',
    all: 'Keluar di semua tempat',
  },
  account: {
    title: 'Cara masuk Anda',
    lead: 'Hapus yang tidak Anda gunakan lagi. Cara masuk terakhir tetap ada.',
    synced: 'Kunci sandi yang disinkronkan',
    oneDevice: 'Kunci sandi di satu perangkat',
    mail: 'Tautan lewat email',
    remove: 'Hapus',
    rename: 'Ubah nama',
    name: 'Nama kunci sandi',
    save: 'Simpan',
    only: 'Ini satu-satunya cara masuk Anda, jadi tidak dapat dihapus.',
  },
  ended: {
    'ended-by-user': 'Anda dikeluarkan di sini dari perangkat lain.',
    'signed-out-everywhere': 'Anda dikeluarkan karena ada permintaan keluar di semua perangkat.',
    'password-changed': 'Anda dikeluarkan karena kata sandi diubah.',
    'email-changed': 'Anda dikeluarkan karena alamat email diubah.',
    'account-unlinked': 'Anda dikeluarkan karena salah satu cara masuk dihapus.',
    'passkey-removed': 'Anda dikeluarkan karena sebuah kunci sandi dihapus.',
    admin: 'Pengelola situs web ini telah mengeluarkan Anda.',
    'back-channel':
      'Anda dikeluarkan karena Anda keluar dari layanan yang Anda gunakan untuk masuk.',
    'secret-leak': 'Semua orang dikeluarkan demi keamanan. Silakan masuk lagi.',
    other: 'Sesi Anda telah berakhir. Silakan masuk lagi.',
  },
  problem: {
    400: {
      title: 'Tidak berhasil',
      message:
        'Sebagian permintaan hilang atau tidak dapat dibaca. Kembali, muat ulang halaman, lalu coba lagi.',
    },
    403: {
      title: 'Permintaan ditolak',
      message:
        'Halaman mungkin dibuka terlalu lama, atau permintaan dikirim dari tempat lain. Kembali, muat ulang halaman, lalu coba lagi.',
    },
    404: {
      title: 'Halaman tidak ditemukan',
      message:
        'Tidak ada apa-apa di alamat ini. Periksa apakah ada salah ketik, atau mulai dari beranda.',
    },
    405: {
      title: 'Tidak bisa dengan cara ini',
      message: 'Alamat ini tidak dapat dibuka langsung. Silakan mulai dari beranda.',
    },
    413: {
      title: 'Data terlalu banyak',
      message:
        'Data yang dikirim melebihi yang dapat diterima di sini. Persingkat isian Anda lalu coba lagi.',
    },
    415: {
      title: 'Format tidak dikenal',
      message: 'Data yang dikirim tidak dapat dibaca. Kembali dan gunakan formulir di halaman.',
    },
    429: {
      title: 'Terlalu banyak percobaan',
      message: 'Tunggu beberapa menit, lalu coba lagi.',
    },
    500: {
      title: 'Terjadi masalah di pihak kami',
      message: 'Terjadi kesalahan tak terduga. Silakan coba beberapa saat lagi.',
    },
    503: {
      title: 'Sedang tidak tersedia',
      message:
        'Kami tidak dapat menjangkau sebagian sistem kami. Anda tidak dikeluarkan; coba beberapa saat lagi.',
    },
  },
  mail: {
    subject: 'Masuk ke {host}',
    button: 'Masuk',
    link: 'Jika tombol tidak berfungsi, salin alamat ini ke browser Anda:',
    code: 'Atau ketik kode ini di halaman tempat Anda ingin masuk:',
    validity: 'Tautan dan kode berlaku satu kali, selama {minutes} mnt.',
    ignore:
      'Jika Anda tidak meminta pesan ini, abaikan saja. Tidak seorang pun dapat masuk tanpa tautan atau kode.',
  },
}
