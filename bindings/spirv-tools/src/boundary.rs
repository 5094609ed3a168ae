//! Memory management and error handling at the C boundary

use crate::types::{INTERNAL, ResultCode};
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work` and returns its result code. A panic becomes `SPV_ERROR_INTERNAL`.
pub fn code(work: impl FnOnce() -> Result<(), ResultCode>) -> ResultCode {
    value(Err(INTERNAL), work).err().unwrap_or(crate::types::SUCCESS)
}

/// Runs `work` and returns its value, or `otherwise` if it panics.
pub fn value<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(otherwise)
}

/// Returns a heap-allocated object that the C caller owns, or null if `make` returns `None` or panics.
pub fn hand_over<T>(make: impl FnOnce() -> Option<T>) -> *mut T {
    value(None, make).map_or(std::ptr::null_mut(), |object| Box::into_raw(Box::new(object)))
}

/// Destroys an object that [`hand_over`] returned. Does nothing for null.
///
/// # Safety
/// `object` is null, or came from [`hand_over`] and has not been destroyed.
pub unsafe fn destroy<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: `hand_over` created the pointer with `Box::into_raw`.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// Transfers ownership of `list` to the C caller. Returns the address of its first element, and its length.
pub fn release<T>(list: Vec<T>) -> (*mut T, usize) {
    let list = Box::leak(list.into_boxed_slice());
    (list.as_mut_ptr(), list.len())
}

/// Reclaims a list that [`release`] passed to the C caller. Returns an empty list for null.
///
/// # Safety
/// `data` is null, or both arguments were returned by [`release`].
pub unsafe fn take_back<T>(data: *mut T, length: usize) -> Vec<T> {
    if data.is_null() {
        return Vec::new();
    }
    // SAFETY: [`release`] leaked the box with this address and length.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(data, length)) }.into_vec()
}

/// Transfers ownership of bytes to the C caller as a C string. The returned length excludes the zero byte.
pub fn release_text(mut bytes: Vec<u8>) -> (*mut c_char, usize) {
    bytes.reserve_exact(1);
    bytes.push(0);
    let (data, length) = release(bytes);
    (data.cast(), length - 1)
}

/// Frees a C string that [`release_text`] returned.
///
/// # Safety
/// `data` is null, or both arguments were returned by [`release_text`].
pub unsafe fn free_text(data: *mut c_char, length: usize) {
    // SAFETY: a zero byte follows the `length` bytes.
    drop(unsafe { take_back(data.cast::<u8>(), length.wrapping_add(1)) });
}

/// Returns the elements at a pointer as a slice. Returns an empty slice for null.
///
/// # Safety
/// `data` is null, or `length` elements can be read there during `'a`.
pub unsafe fn slice<'a, T>(data: *const T, length: usize) -> &'a [T] {
    match data.is_null() || length == 0 {
        true => &[],
        // SAFETY: the caller upholds the contract of this function.
        false => unsafe { std::slice::from_raw_parts(data, length) },
    }
}

/// Copies a C string. Replaces invalid UTF-8 with U+FFFD. Returns an empty string for null.
///
/// # Safety
/// `text` is null or ends with a zero byte.
pub unsafe fn string(text: *const c_char) -> String {
    match text.is_null() {
        true => String::new(),
        // SAFETY: the caller upholds the contract of this function.
        false => unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned(),
    }
}

/// Writes `value` to `place` unless `place` is null.
///
/// # Safety
/// `place` is null or writable.
pub unsafe fn put<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: the pointer is not null.
        unsafe { place.write(value) };
    }
}
