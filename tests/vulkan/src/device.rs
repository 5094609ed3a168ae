//! Vulkan interface for compute shaders, including all unsafe code
//!
//! Invariants:
//! - Handles are created by the device that uses them, and live until [`Device`] is dropped.
//! - One thread at a time uses the handles, because `Device` is not `Sync` and does not expose them.
//! - Structures passed to calls are locals of the caller, and live until the call returns.
//! - The device is idle at the start and end of each method, except after [`Error::Timeout`]. Then no object is
//!   destroyed, and no further run is possible.

use crate::features::Features;
use crate::opened::{LAYERS, Opened, RANGE, submit};
use crate::{Error, Job, Kind, PUSH_SIZE, Slot};
use ash::vk;
use std::ffi::CStr;

/// A buffer or image, with the location of its bytes in mapped memory.
struct Resource {
    slot: Slot,
    buffer: vk::Buffer,
    image: vk::Image,
    view: vk::ImageView,
    /// Byte offset in mapped memory of the buffer, or of the image's copy in `staging`, which begins at offset 0.
    offset: usize,
}

/// A Vulkan device, with the resources for compute shaders.
pub struct Device {
    instance: ash::Instance,
    device: ash::Device,
    name: String,
    features: Features,
    queue: vk::Queue,
    pool: vk::CommandPool,
    commands: vk::CommandBuffer,
    fence: vk::Fence,
    sampler: vk::Sampler,
    set_layout: vk::DescriptorSetLayout,
    layout: vk::PipelineLayout,
    descriptors: vk::DescriptorPool,
    set: vk::DescriptorSet,
    resources: Vec<Resource>,
    /// A mapped buffer that contains copies of all images.
    staging: vk::Buffer,
    memory: Vec<vk::DeviceMemory>,
    mapped: *mut u8,
    mapped_size: usize,
    lost: bool,
    /// The Vulkan loader. It is dropped last, because the functions of the preceding fields belong to it.
    entry: Option<ash::Entry>,
}

fn driver(what: &str) -> impl Fn(vk::Result) -> Error {
    move |why| Error::Driver(format!("{what}: {why}"))
}

impl Device {
    /// Opens the first device with Vulkan 1.3 and a compute queue, and creates its resources.
    ///
    /// # Errors
    /// Returns [`Error::Missing`] if there is no loader or no device with these properties.
    pub fn open(slots: &[Slot]) -> Result<Device, Error> {
        Device::open_with(slots, |_| {})
    }

    /// Opens a device like [`Device::open`]. `mask` may disable features first.
    ///
    /// # Errors
    /// Returns the errors of [`Device::open`].
    pub fn open_with(slots: &[Slot], mask: impl Fn(&mut Features)) -> Result<Device, Error> {
        let Opened { entry, instance, physical, family, device, queue, name, features } = Opened::new(mask)?;
        let mut this = Device {
            instance,
            device,
            name,
            features,
            queue,
            pool: vk::CommandPool::null(),
            commands: vk::CommandBuffer::null(),
            fence: vk::Fence::null(),
            sampler: vk::Sampler::null(),
            set_layout: vk::DescriptorSetLayout::null(),
            layout: vk::PipelineLayout::null(),
            descriptors: vk::DescriptorPool::null(),
            set: vk::DescriptorSet::null(),
            resources: Vec::new(),
            staging: vk::Buffer::null(),
            memory: Vec::new(),
            mapped: std::ptr::null_mut(),
            mapped_size: 0,
            lost: false,
            entry: Some(entry),
        };
        this.make_commands(family).map_err(driver("command buffers"))?;
        this.make_resources(physical, slots)?;
        this.make_descriptors().map_err(driver("descriptors"))?;
        Ok(this)
    }

    /// Returns the device's name, as the driver reports it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the device is lost because a shader did not terminate. If so, no further run is possible.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    fn make_commands(&mut self, family: u32) -> Result<(), vk::Result> {
        let flags = vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER;
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(family).flags(flags);
        // SAFETY: the queue belongs to the queue family; the pool is created before its command buffer.
        unsafe {
            self.pool = self.device.create_command_pool(&info, None)?;
            let info =
                vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
            self.commands = self.device.allocate_command_buffers(&info)?[0];
            self.fence = self.device.create_fence(&vk::FenceCreateInfo::default(), None)?;
        }
        Ok(())
    }

    /// Creates buffers and images, and allocates their memory. All buffers and the copies of images are in one mapped
    /// allocation; each image has its own allocation.
    fn make_resources(&mut self, physical: vk::PhysicalDevice, slots: &[Slot]) -> Result<(), Error> {
        // SAFETY: the physical device belongs to the instance.
        let kinds = unsafe { self.instance.get_physical_device_memory_properties(physical) };
        let images: usize = slots.iter().filter(|s| s.kind.texel() != 0).map(|s| s.size).sum();
        let usage = vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST;
        let fail = driver("resources");
        self.staging = self.buffer(images.max(4), usage).map_err(&fail)?;
        let mut size = 0;
        let mut bits = u32::MAX;
        let mut place = |this: &Device, buffer: vk::Buffer| {
            // SAFETY: the buffer belongs to the device.
            let needs = unsafe { this.device.get_buffer_memory_requirements(buffer) };
            let offset = (size as u64).next_multiple_of(needs.alignment) as usize;
            size = offset + needs.size as usize;
            bits &= needs.memory_type_bits;
            offset
        };
        let mut staged = place(self, self.staging);
        let mut offsets = vec![(self.staging, staged)];
        for &slot in slots {
            let none = (vk::Buffer::null(), vk::Image::null(), vk::ImageView::null());
            let mut resource = Resource { slot, buffer: none.0, image: none.1, view: none.2, offset: staged };
            if slot.kind.texel() == 0 {
                let usage = match slot.kind {
                    Kind::Uniform => vk::BufferUsageFlags::UNIFORM_BUFFER,
                    _ => vk::BufferUsageFlags::STORAGE_BUFFER,
                };
                resource.buffer = self.buffer(slot.size, usage).map_err(&fail)?;
                resource.offset = place(self, resource.buffer);
                offsets.push((resource.buffer, resource.offset));
            } else {
                staged += slot.size;
                self.make_image(&mut resource, &kinds)?;
            }
            self.resources.push(resource);
        }
        let visible = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let memory = self.allocate(&kinds, bits, visible, size as u64)?;
        // SAFETY: the memory type is host-visible and compatible with all buffers, as are the offsets. The memory has
        // the given size, and remains mapped until it is freed.
        unsafe {
            for (buffer, offset) in offsets {
                self.device.bind_buffer_memory(buffer, memory, offset as u64).map_err(&fail)?;
            }
            let flags = vk::MemoryMapFlags::empty();
            self.mapped = self.device.map_memory(memory, 0, vk::WHOLE_SIZE, flags).map_err(&fail)?.cast();
        }
        self.mapped_size = size;
        Ok(())
    }

    fn buffer(&self, size: usize, usage: vk::BufferUsageFlags) -> Result<vk::Buffer, vk::Result> {
        let info = vk::BufferCreateInfo::default().size(size as u64).usage(usage);
        // SAFETY: the structure is complete.
        unsafe { self.device.create_buffer(&info, None) }
    }

    fn make_image(
        &mut self,
        resource: &mut Resource,
        kinds: &vk::PhysicalDeviceMemoryProperties,
    ) -> Result<(), Error> {
        let fail = driver("image");
        let (format, usage) = match resource.slot.kind {
            Kind::ImageU32 => (vk::Format::R32_UINT, vk::ImageUsageFlags::STORAGE),
            Kind::ImageF32x4 => (vk::Format::R32G32B32A32_SFLOAT, vk::ImageUsageFlags::STORAGE),
            _ => (vk::Format::R8G8B8A8_UNORM, vk::ImageUsageFlags::SAMPLED),
        };
        let side = resource.slot.side();
        let info = vk::ImageCreateInfo::default()
            .image_type(vk::ImageType::TYPE_2D)
            .format(format)
            .extent(vk::Extent3D { width: side, height: side, depth: 1 })
            .mip_levels(1)
            .array_layers(1)
            .samples(vk::SampleCountFlags::TYPE_1)
            .usage(usage | vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST);
        // SAFETY: every device with Vulkan 1.3 supports images of these formats, uses and sizes.
        let (image, needs) = unsafe {
            let image = self.device.create_image(&info, None).map_err(&fail)?;
            (image, self.device.get_image_memory_requirements(image))
        };
        resource.image = image;
        let none = vk::MemoryPropertyFlags::empty();
        let memory = self.allocate(kinds, needs.memory_type_bits, none, needs.size)?;
        let info = vk::ImageViewCreateInfo::default()
            .image(image)
            .view_type(vk::ImageViewType::TYPE_2D)
            .format(format)
            .subresource_range(RANGE);
        // SAFETY: the memory has the type and size that the image requires, and only the image uses it. The view is
        // created after the memory is bound, in the image's format.
        resource.view = unsafe {
            self.device.bind_image_memory(image, memory, 0).map_err(&fail)?;
            self.device.create_image_view(&info, None).map_err(&fail)?
        };
        Ok(())
    }

    /// Allocates memory with the given properties. `bits` is a bit mask of the allowed memory type indices.
    fn allocate(
        &mut self,
        kinds: &vk::PhysicalDeviceMemoryProperties,
        bits: u32,
        properties: vk::MemoryPropertyFlags,
        size: u64,
    ) -> Result<vk::DeviceMemory, Error> {
        let list = kinds.memory_types_as_slice();
        let index =
            (0..list.len()).find(|&i| bits >> i & 1 == 1 && list[i].property_flags.contains(properties));
        let index = index.ok_or_else(|| Error::Driver("no memory of a type that suits".to_owned()))?;
        let info = vk::MemoryAllocateInfo::default().allocation_size(size).memory_type_index(index as u32);
        // SAFETY: the device has this memory type.
        let memory =
            unsafe { self.device.allocate_memory(&info, None) }.map_err(driver("vkAllocateMemory"))?;
        self.memory.push(memory);
        Ok(memory)
    }

    fn make_descriptors(&mut self) -> Result<(), vk::Result> {
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(vk::Filter::LINEAR)
            .min_filter(vk::Filter::LINEAR)
            .address_mode_u(vk::SamplerAddressMode::CLAMP_TO_EDGE)
            .address_mode_v(vk::SamplerAddressMode::CLAMP_TO_EDGE);
        let kind = |kind| match kind {
            Kind::Storage => vk::DescriptorType::STORAGE_BUFFER,
            Kind::Uniform => vk::DescriptorType::UNIFORM_BUFFER,
            Kind::ImageU32 | Kind::ImageF32x4 => vk::DescriptorType::STORAGE_IMAGE,
            Kind::Sampled => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        };
        let kinds: Vec<_> = self.resources.iter().map(|r| kind(r.slot.kind)).collect();
        let bindings: Vec<_> = (0..)
            .zip(&kinds)
            .map(|(binding, kind)| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(*kind)
                    .descriptor_count(1)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            })
            .collect();
        let sizes: Vec<_> = kinds
            .iter()
            .map(|kind| vk::DescriptorPoolSize::default().ty(*kind).descriptor_count(1))
            .collect();
        let push = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::COMPUTE)
            .size(PUSH_SIZE as u32)];
        // SAFETY: all structures are complete; each object is created after the objects that it references.
        unsafe {
            self.sampler = self.device.create_sampler(&info, None)?;
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            self.set_layout = self.device.create_descriptor_set_layout(&info, None)?;
            let layouts = [self.set_layout];
            let info =
                vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts).push_constant_ranges(&push);
            self.layout = self.device.create_pipeline_layout(&info, None)?;
            let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
            self.descriptors = self.device.create_descriptor_pool(&info, None)?;
            let info = vk::DescriptorSetAllocateInfo::default()
                .descriptor_pool(self.descriptors)
                .set_layouts(&layouts);
            self.set = self.device.allocate_descriptor_sets(&info)?[0];
        }
        for ((binding, resource), kind) in (0..).zip(&self.resources).zip(&kinds) {
            let buffer = [vk::DescriptorBufferInfo::default().buffer(resource.buffer).range(vk::WHOLE_SIZE)];
            let image = [vk::DescriptorImageInfo::default()
                .image_view(resource.view)
                .image_layout(vk::ImageLayout::GENERAL)
                .sampler(self.sampler)];
            let write = vk::WriteDescriptorSet::default().dst_set(self.set).dst_binding(binding);
            let write = write.descriptor_type(*kind);
            let write = match resource.slot.kind.texel() {
                0 => write.buffer_info(&buffer),
                _ => write.image_info(&image),
            };
            // SAFETY: no command buffer is pending; the resource has the descriptor type that the layout has at this
            // binding.
            unsafe { self.device.update_descriptor_sets(&[write], &[]) };
        }
        Ok(())
    }

    /// Runs a shader once for each element of `inputs`. An element contains the contents of all resources, by binding.
    /// Returns the contents after each run. Contents that are shorter than their resource are padded with zeros.
    ///
    /// The module is valid, but may access its own arrays out of bounds. Do not run modules of unknown origin.
    ///
    /// # Errors
    /// Returns [`Error::Capability`] if the device cannot run the module, the driver's error, or [`Error::Timeout`].
    pub fn run(&mut self, job: &Job<'_>, inputs: &[Vec<Vec<u8>>]) -> Result<Vec<Vec<Vec<u8>>>, Error> {
        if self.lost {
            return Err(Error::Timeout);
        }
        if let Some(number) = job.module.capabilities().into_iter().find(|&c| !self.features.has(c)) {
            return Err(Error::Capability(number));
        }
        let pipeline = self.pipeline(job)?;
        let outputs = inputs
            .iter()
            .map(|contents| {
                self.write(contents);
                self.record(job, pipeline)
                    .and_then(|()| submit(&self.device, self.queue, self.commands, self.fence))
                    .map_err(|e| match e {
                        vk::Result::TIMEOUT => Error::Timeout,
                        other => Error::Driver(other.to_string()),
                    })?;
                Ok(self.read())
            })
            .collect::<Result<_, Error>>();
        self.lost = outputs == Err(Error::Timeout);
        if !self.lost {
            // SAFETY: the fence was waited for, so no pending command uses the pipeline.
            unsafe { self.device.destroy_pipeline(pipeline, None) };
        }
        outputs
    }

    fn pipeline(&self, job: &Job<'_>) -> Result<vk::Pipeline, Error> {
        let entries: Vec<_> = (0..)
            .zip(job.specialization)
            .map(|(i, (id, _))| vk::SpecializationMapEntry::default().constant_id(*id).offset(4 * i).size(4))
            .collect();
        let data: Vec<u8> = job.specialization.iter().flat_map(|(_, bits)| bits.to_ne_bytes()).collect();
        let specialization = vk::SpecializationInfo::default().map_entries(&entries).data(&data);
        let info = vk::ShaderModuleCreateInfo::default().code(job.module.words());
        const MAIN: &CStr = c"main";
        // SAFETY: spirv-val accepts the module, and the device has its capabilities. The module lives until the
        // pipeline is created, which is its only use.
        let made = unsafe {
            let module =
                self.device.create_shader_module(&info, None).map_err(driver("vkCreateShaderModule"))?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(module)
                .name(MAIN)
                .specialization_info(&specialization);
            let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.layout);
            let made = self.device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None);
            self.device.destroy_shader_module(module, None);
            made
        };
        made.map(|list| list[0]).map_err(|(_, e)| driver("vkCreateComputePipelines")(e))
    }

    /// Returns the bytes of the resource with index `number` in mapped memory.
    fn bytes(&mut self, number: usize) -> &mut [u8] {
        let Resource { slot, offset, .. } = self.resources[number];
        assert!(offset + slot.size <= self.mapped_size, "resources lie in mapped memory");
        // SAFETY: the range is within the mapped memory, which the idle device does not use. `&mut self` excludes other
        // references. Rust does not manage the memory, and it counts as initialized.
        unsafe { std::slice::from_raw_parts_mut(self.mapped.add(offset), slot.size) }
    }

    fn write(&mut self, contents: &[Vec<u8>]) {
        for number in 0..self.resources.len() {
            let given = contents.get(number).map_or(&[][..], |c| c);
            let bytes = self.bytes(number);
            let (head, rest) = bytes.split_at_mut(given.len().min(bytes.len()));
            head.copy_from_slice(&given[..head.len()]);
            rest.fill(0);
        }
    }

    fn read(&mut self) -> Vec<Vec<u8>> {
        (0..self.resources.len()).map(|number| self.bytes(number).to_vec()).collect()
    }

    fn record(&self, job: &Job<'_>, pipeline: vk::Pipeline) -> Result<(), vk::Result> {
        let (device, commands) = (&self.device, self.commands);
        let images = || self.resources.iter().filter(|r| r.slot.kind.texel() != 0);
        let region = |r: &Resource| {
            let side = r.slot.side();
            vk::BufferImageCopy::default()
                .buffer_offset(r.offset as u64)
                .image_subresource(LAYERS)
                .image_extent(vk::Extent3D { width: side, height: side, depth: 1 })
        };
        let to_general: Vec<_> = images()
            .map(|r| {
                vk::ImageMemoryBarrier::default()
                    .dst_access_mask(vk::AccessFlags::MEMORY_WRITE)
                    .new_layout(vk::ImageLayout::GENERAL)
                    .image(r.image)
                    .subresource_range(RANGE)
            })
            .collect();
        let all = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
        let everything = [vk::MemoryBarrier::default().src_access_mask(all).dst_access_mask(all)];
        let (any, none) = (vk::PipelineStageFlags::ALL_COMMANDS, vk::DependencyFlags::empty());
        let to_host =
            [vk::MemoryBarrier::default().src_access_mask(all).dst_access_mask(vk::AccessFlags::HOST_READ)];
        let flags = vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT;
        let begin = vk::CommandBufferBeginInfo::default().flags(flags);
        // SAFETY: the command buffer is not pending, and beginning resets it. Copies stay within the staging buffer and
        // the images, which have matching sizes; the preceding barriers establish the layouts.
        unsafe {
            device.begin_command_buffer(commands, &begin)?;
            device.cmd_pipeline_barrier(commands, any, any, none, &[], &[], &to_general);
            for r in images() {
                let general = vk::ImageLayout::GENERAL;
                device.cmd_copy_buffer_to_image(commands, self.staging, r.image, general, &[region(r)]);
            }
            device.cmd_pipeline_barrier(commands, any, any, none, &everything, &[], &[]);
            let point = vk::PipelineBindPoint::COMPUTE;
            device.cmd_bind_pipeline(commands, point, pipeline);
            device.cmd_bind_descriptor_sets(commands, point, self.layout, 0, &[self.set], &[]);
            device.cmd_push_constants(commands, self.layout, vk::ShaderStageFlags::COMPUTE, 0, &job.push);
            let [x, y, z] = job.groups;
            device.cmd_dispatch(commands, x, y, z);
            device.cmd_pipeline_barrier(commands, any, any, none, &everything, &[], &[]);
            for r in images() {
                let general = vk::ImageLayout::GENERAL;
                device.cmd_copy_image_to_buffer(commands, r.image, general, self.staging, &[region(r)]);
            }
            let host = vk::PipelineStageFlags::HOST;
            device.cmd_pipeline_barrier(commands, any, host, none, &to_host, &[], &[]);
            device.end_command_buffer(commands)
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if self.lost {
            // The driver's threads still run, so its library must remain loaded.
            std::mem::forget(self.entry.take());
            return;
        }
        let device = &self.device;
        // SAFETY: the device is idle, and each object is destroyed once, after its users. Destroying a null handle has
        // no effect, so partially created devices work, too.
        unsafe {
            device.destroy_descriptor_pool(self.descriptors, None);
            device.destroy_pipeline_layout(self.layout, None);
            device.destroy_descriptor_set_layout(self.set_layout, None);
            device.destroy_sampler(self.sampler, None);
            for resource in &self.resources {
                device.destroy_image_view(resource.view, None);
                device.destroy_image(resource.image, None);
                device.destroy_buffer(resource.buffer, None);
            }
            device.destroy_buffer(self.staging, None);
            for memory in &self.memory {
                device.free_memory(*memory, None);
            }
            device.destroy_fence(self.fence, None);
            device.destroy_command_pool(self.pool, None);
            device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}
