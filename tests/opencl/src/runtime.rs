//! Access to devices and kernels through the OpenCL loader

use crate::job::{Argument, Job, Outcome};
use crate::support::COLLECTIVE_FUNCTIONS;
use cl3::command_queue as queue;
use cl3::device::{self, cl_device_id};
use cl3::memory::{self, cl_mem};
use cl3::types::cl_int;
use cl3::{context, kernel, platform, program};
use std::ffi::{CString, c_void};
use std::ptr;

/// A device of an OpenCL runtime.
pub struct Device {
    id: cl_device_id,
    /// Names of platform and device, and the device's OpenCL version.
    pub name: String,
    /// Intermediate languages that the device accepts, separated by spaces; empty if it accepts none.
    pub il: String,
    /// Names of the device's OpenCL extensions, separated by spaces.
    pub extensions: String,
}

/// Returns the result of a query as a string, or an empty string if the query fails.
fn text(bytes: Result<Vec<u8>, cl_int>) -> String {
    let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
    text.trim_matches(['\0', ' ']).replace(['\t', '\n'], " ")
}

/// Returns the devices of all platforms. The list is empty if no OpenCL loader is installed.
pub fn devices() -> Vec<Device> {
    let mut list = Vec::new();
    for platform in platform::get_platform_ids().unwrap_or_default() {
        let name = text(platform::get_platform_data(platform, platform::CL_PLATFORM_NAME));
        let found = device::get_device_ids(platform, device::CL_DEVICE_TYPE_ALL);
        for id in found.unwrap_or_default() {
            let of = |query| text(device::get_device_data(id, query));
            let version = of(device::CL_DRIVER_VERSION);
            let mut extensions = of(device::CL_DEVICE_EXTENSIONS);
            // OpenCL 2 has no query for work-group collective functions, but requires them.
            let collective =
                device::get_device_info(id, device::CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT);
            if collective.is_ok_and(|info| info.to_uint() != 0) {
                extensions = format!("{extensions} {COLLECTIVE_FUNCTIONS}");
            }
            list.push(Device {
                id,
                name: format!("{name}, {} ({version})", of(device::CL_DEVICE_NAME)),
                il: of(device::CL_DEVICE_IL_VERSION),
                extensions,
            });
        }
    }
    list
}

/// An OpenCL device with a context and a command queue.
pub struct Runtime {
    device: cl_device_id,
    context: context::cl_context,
    queue: queue::cl_command_queue,
}

/// An OpenCL object that is released on drop.
struct Owned<T: Copy> {
    object: T,
    release: unsafe fn(T) -> Result<(), cl_int>,
}

impl<T: Copy> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: the object was created by this process and is released once.
        unsafe { (self.release)(self.object) }.ok();
    }
}

impl Runtime {
    /// Opens the device with index `number` in the list of [`devices`]. Returns `None` if the device does not exist or
    /// cannot be opened.
    pub fn open(number: usize) -> Option<Runtime> {
        let device = devices().into_iter().nth(number)?.id;
        let context = context::create_context(&[device], ptr::null(), None, ptr::null_mut()).ok()?;
        // SAFETY: the device belongs to the context; the null pointer requests no properties.
        let queue = unsafe { queue::create_command_queue_with_properties(context, device, ptr::null()) };
        Some(Runtime { device, context, queue: queue.ok()? })
    }

    /// Builds the module of a job and runs its kernel.
    ///
    /// # Errors
    /// Names the failed call, with its error code and the compiler log.
    pub fn run(&self, job: &Job) -> Outcome {
        let failed = |call: &'static str| move |error: cl_int| format!("{call}: {error}");
        let bytes = spv_tests::tools::to_bytes(&job.module);
        let module = program::create_program_with_il(self.context, &bytes);
        let module = Owned {
            object: module.map_err(failed("clCreateProgramWithIL"))?,
            release: program::release_program,
        };
        let built = program::build_program(module.object, &[self.device], c"", None, ptr::null_mut());
        built.map_err(|error| {
            let log =
                program::get_program_build_data(module.object, self.device, program::CL_PROGRAM_BUILD_LOG);
            format!("clBuildProgram: {error} {}", text(log))
        })?;
        let name = CString::new(job.kernel.clone()).map_err(|error| error.to_string())?;
        let function = kernel::create_kernel(module.object, &name);
        let function =
            Owned { object: function.map_err(failed("clCreateKernel"))?, release: kernel::release_kernel };
        let mut buffers: Vec<(Owned<cl_mem>, usize)> = Vec::new();
        for (number, argument) in (0..).zip(&job.arguments) {
            let set = |size: usize, value: *const c_void| {
                // SAFETY: the pointer is null or points to `size` bytes that live until the call returns.
                unsafe { kernel::set_kernel_arg(function.object, number, size, value) }
            };
            let set = match argument {
                Argument::Buffer(contents) => {
                    let flags = memory::CL_MEM_READ_WRITE | memory::CL_MEM_COPY_HOST_PTR;
                    let from = contents.as_ptr().cast_mut().cast();
                    // SAFETY: the call copies the contents.
                    let buffer = unsafe { memory::create_buffer(self.context, flags, contents.len(), from) };
                    let object = buffer.map_err(failed("clCreateBuffer"))?;
                    buffers.push((Owned { object, release: memory::release_mem_object }, contents.len()));
                    set(size_of::<cl_mem>(), (&raw const object).cast())
                }
                Argument::Value(bytes) => set(bytes.len(), bytes.as_ptr().cast()),
                Argument::Local(size) => set(*size, ptr::null()),
            };
            set.map_err(failed("clSetKernelArg"))?;
        }
        // SAFETY: the arrays have three elements each and live until the call returns.
        let event = unsafe {
            queue::enqueue_nd_range_kernel(
                self.queue,
                function.object,
                3,
                ptr::null(),
                job.global.as_ptr(),
                job.local.as_ptr(),
                0,
                ptr::null(),
            )
        };
        let event = event.map_err(failed("clEnqueueNDRangeKernel"))?;
        let _event = Owned { object: event, release: cl3::event::release_event };
        queue::finish(self.queue).map_err(failed("clFinish"))?;
        let mut results = Vec::new();
        for (buffer, size) in &buffers {
            let mut bytes = vec![0u8; *size];
            let to = bytes.as_mut_ptr().cast();
            // SAFETY: the call waits until `size` bytes have been written to the vector.
            let read = unsafe {
                queue::enqueue_read_buffer(self.queue, buffer.object, 1, 0, *size, to, 0, ptr::null())
            };
            let event = read.map_err(failed("clEnqueueReadBuffer"))?;
            let _event = Owned { object: event, release: cl3::event::release_event };
            results.push(bytes);
        }
        Ok(results)
    }
}
