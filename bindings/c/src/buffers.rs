//! Owned buffers returned to C: UTF-8 strings, and words of binaries

/// A UTF-8 string, followed by a zero byte that `length` does not include. Freed by `spvopt_bytes_free`.
#[repr(C)]
pub struct Bytes {
    /// The first byte; null if there is no string, or if it was freed.
    pub data: *mut u8,
    /// Number of bytes.
    pub length: usize,
}

/// A SPIR-V binary of 32-bit words in host byte order. Freed by `spvopt_words_free`.
#[repr(C)]
pub struct Words {
    /// The first word; null if the binary was freed.
    pub data: *mut u32,
    /// Number of words.
    pub count: usize,
}

/// Transfers ownership of `list` to the C caller. Returns the address of its first element, and its length.
pub fn release<T>(list: Vec<T>) -> (*mut T, usize) {
    let list = Box::leak(list.into_boxed_slice());
    (list.as_mut_ptr(), list.len())
}

/// Reclaims a list that [`release`] passed to the C caller. Returns an empty list for null.
///
/// # Safety
/// `data` is null, or both arguments are the results of [`release`].
pub unsafe fn take_back<T>(data: *mut T, length: usize) -> Vec<T> {
    if data.is_null() {
        return Vec::new();
    }
    // SAFETY: [`release`] leaked the box with this address and length.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(data, length)) }.into_vec()
}

impl From<String> for Bytes {
    fn from(text: String) -> Bytes {
        let mut bytes = text.into_bytes();
        bytes.reserve_exact(1);
        bytes.push(0);
        let (data, length) = release(bytes);
        Bytes { data, length: length - 1 }
    }
}

impl From<Option<String>> for Bytes {
    fn from(text: Option<String>) -> Bytes {
        text.map_or(Bytes { data: std::ptr::null_mut(), length: 0 }, Bytes::from)
    }
}

impl From<Vec<u32>> for Words {
    fn from(words: Vec<u32>) -> Words {
        let (data, count) = release(words);
        Words { data, count }
    }
}

/// Frees the string, and sets the pointer to null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_bytes_free(bytes: *mut Bytes) {
    // SAFETY: `bytes` is null or points to a `Bytes` struct.
    if let Some(bytes) = unsafe { bytes.as_mut() } {
        let data = std::mem::replace(&mut bytes.data, std::ptr::null_mut());
        // SAFETY: `From<String>` allocated the bytes, with a zero byte after the last.
        drop(unsafe { take_back(data, bytes.length.wrapping_add(1)) });
    }
}

/// Frees the words, and sets the pointer to null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_words_free(words: *mut Words) {
    // SAFETY: `words` is null or points to a `Words` struct.
    if let Some(words) = unsafe { words.as_mut() } {
        let data = std::mem::replace(&mut words.data, std::ptr::null_mut());
        // SAFETY: `From<Vec<u32>>` allocated the words.
        drop(unsafe { take_back(data, words.count) });
    }
}
