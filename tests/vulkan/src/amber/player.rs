//! Executes compute and graphics pipelines with any resources: all Vulkan calls for Amber scripts
//!
//! Resources are bytes: each run creates buffers and images with these contents, and reads them back. The invariants of
//! [`crate::device`] apply. Handles live until they are destroyed at the end of a run, when the device is idle. After
//! [`Error::Timeout`] no object is destroyed, and no further run is possible.

use crate::opened::{LAYERS, Opened, RANGE, submit};
use crate::{Error, Valid};
use ash::vk;
use std::ffi::CString;

/// A shader stage of a pipeline.
pub struct Stage<'a> {
    pub stage: vk::ShaderStageFlags,
    pub module: &'a Valid,
    pub entry: CString,
    /// Specialization constants: SpecId and bit pattern of the value.
    pub specialization: &'a [(u32, u32)],
}

/// A resource that is bound to a descriptor set.
pub struct Bound {
    pub set: u32,
    pub binding: u32,
    pub kind: vk::DescriptorType,
    /// Index of the resource in the list of resources.
    pub resource: usize,
    /// For a sampled image: whether the sampler filters linearly, and whether it wraps coordinates.
    pub sampler: (bool, bool),
}

/// The kind and size of a resource.
#[derive(Clone, Copy)]
pub enum Shape {
    Buffer,
    Image { format: vk::Format, extent: [u32; 2] },
}

/// A vertex buffer with its binding description.
pub struct Vertices {
    pub location: u32,
    pub resource: usize,
    pub format: vk::Format,
    pub stride: u32,
}

/// A draw call.
pub struct Draw {
    pub topology: vk::PrimitiveTopology,
    pub patch: u32,
    pub vertices: Vec<Vertices>,
    /// Resource index of the index buffer, which contains 32-bit indices; `None` for draws without indices.
    pub indices: Option<usize>,
    pub first: u32,
    pub count: u32,
    /// Location and resource index of each color attachment. The contents before the draw are preserved.
    pub colors: Vec<(u32, usize)>,
    pub size: [u32; 2],
}

/// The command that a run executes: a dispatch or a draw.
pub enum Work {
    Dispatch([u32; 3]),
    Draw(Draw),
}

/// A pipeline, the resources that it uses, and a command.
pub struct Run<'a> {
    pub stages: Vec<Stage<'a>>,
    pub bound: Vec<Bound>,
    pub push: &'a [u8],
    pub work: Work,
}

/// Vulkan objects created by a run and destroyed at its end.
#[derive(Default)]
struct Made {
    buffers: Vec<vk::Buffer>,
    memory: Vec<vk::DeviceMemory>,
    images: Vec<vk::Image>,
    views: Vec<vk::ImageView>,
    samplers: Vec<vk::Sampler>,
    modules: Vec<vk::ShaderModule>,
    sets: Vec<vk::DescriptorSetLayout>,
    pools: Vec<vk::DescriptorPool>,
    layouts: Vec<vk::PipelineLayout>,
    pipelines: Vec<vk::Pipeline>,
}

/// A resource on the device. A mapped buffer contains its bytes. An image is copied from this buffer and back.
struct Resident {
    shape: Shape,
    buffer: vk::Buffer,
    mapped: *mut u8,
    size: usize,
    image: vk::Image,
    view: vk::ImageView,
}

/// A Vulkan device that runs Amber scripts.
pub struct Player {
    opened: Opened,
    pool: vk::CommandPool,
    commands: vk::CommandBuffer,
    fence: vk::Fence,
    lost: bool,
}

fn fail(what: &str) -> impl Fn(vk::Result) -> Error {
    move |why| Error::Driver(format!("{what}: {why}"))
}

impl Player {
    /// Opens the first suitable device.
    ///
    /// # Errors
    /// Returns [`Error::Missing`] if there is none.
    pub fn open() -> Result<Player, Error> {
        let opened = Opened::new(|_| {})?;
        let flags = vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER;
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(opened.family).flags(flags);
        // SAFETY: the queue belongs to the queue family; the pool is created before its command buffer.
        let (pool, commands, fence) = unsafe {
            let pool = opened.device.create_command_pool(&info, None).map_err(fail("command pool"))?;
            let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let commands = opened.device.allocate_command_buffers(&info).map_err(fail("commands"))?[0];
            let fence = opened.device.create_fence(&vk::FenceCreateInfo::default(), None);
            (pool, commands, fence.map_err(fail("fence"))?)
        };
        Ok(Player { opened, pool, commands, fence, lost: false })
    }

    /// Returns whether the device is lost because a shader did not terminate. If so, no further run is possible.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Runs a pipeline. `shapes` and `bytes` are the shapes and contents of all resources, by index. Replaces `bytes`
    /// with the contents after the run.
    ///
    /// # Errors
    /// Returns [`Error::Capability`] if the device cannot run the pipeline, the driver's error, or [`Error::Timeout`].
    pub fn run(&mut self, run: &Run<'_>, shapes: &[Shape], bytes: &mut [Vec<u8>]) -> Result<(), Error> {
        if self.lost {
            return Err(Error::Timeout);
        }
        let needed = run.stages.iter().flat_map(|stage| stage.module.capabilities());
        if let Some(number) = needed.into_iter().find(|&c| !self.opened.features.has(c)) {
            return Err(Error::Capability(number));
        }
        let mut made = Made::default();
        let result = self.run_with(run, shapes, bytes, &mut made);
        self.lost = result == Err(Error::Timeout);
        if !self.lost {
            self.destroy(&made);
        }
        result
    }

    fn run_with(
        &self,
        run: &Run<'_>,
        shapes: &[Shape],
        bytes: &mut [Vec<u8>],
        made: &mut Made,
    ) -> Result<(), Error> {
        let residents = shapes.iter().zip(&*bytes).map(|(shape, bytes)| self.resident(*shape, bytes, made));
        let residents = residents.collect::<Result<Vec<_>, _>>()?;
        let (layout, sets) = self.descriptors(run, &residents, made)?;
        let pipeline = self.pipeline(run, shapes, layout, made)?;
        self.record(run, &residents, layout, &sets, pipeline).map_err(fail("commands"))?;
        submit(&self.opened.device, self.opened.queue, self.commands, self.fence).map_err(
            |why| match why {
                vk::Result::TIMEOUT => Error::Timeout,
                other => Error::Driver(other.to_string()),
            },
        )?;
        for (resident, bytes) in residents.iter().zip(bytes) {
            // SAFETY: the memory is mapped with this size, and the device is idle.
            let found = unsafe { std::slice::from_raw_parts(resident.mapped, resident.size) };
            let size = bytes.len();
            bytes.copy_from_slice(&found[..size]);
        }
        Ok(())
    }

    fn allocate(
        &self,
        needs: vk::MemoryRequirements,
        properties: vk::MemoryPropertyFlags,
        made: &mut Made,
    ) -> Result<vk::DeviceMemory, Error> {
        // SAFETY: the physical device belongs to the instance.
        let kinds =
            unsafe { self.opened.instance.get_physical_device_memory_properties(self.opened.physical) };
        let list = kinds.memory_types_as_slice();
        let suits =
            |i: &usize| needs.memory_type_bits >> i & 1 == 1 && list[*i].property_flags.contains(properties);
        let index = (0..list.len()).find(suits);
        let index = index.ok_or_else(|| Error::Driver("no memory of a type that suits".to_owned()))?;
        let info =
            vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index as u32);
        // SAFETY: the device has this memory type.
        let memory = unsafe { self.opened.device.allocate_memory(&info, None) }.map_err(fail("memory"))?;
        made.memory.push(memory);
        Ok(memory)
    }

    /// Creates a resource with the initial contents `bytes`.
    fn resident(&self, shape: Shape, bytes: &[u8], made: &mut Made) -> Result<Resident, Error> {
        let device = &self.opened.device;
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::UNIFORM_BUFFER
            | vk::BufferUsageFlags::VERTEX_BUFFER
            | vk::BufferUsageFlags::INDEX_BUFFER
            | vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST;
        let size = bytes.len().max(4);
        let info = vk::BufferCreateInfo::default().size(size as u64).usage(usage);
        // SAFETY: the structure is complete.
        let buffer = unsafe { device.create_buffer(&info, None) }.map_err(fail("buffer"))?;
        made.buffers.push(buffer);
        // SAFETY: the buffer belongs to the device.
        let needs = unsafe { device.get_buffer_memory_requirements(buffer) };
        let visible = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let memory = self.allocate(needs, visible, made)?;
        // SAFETY: the memory type is host-visible and compatible with the buffer. The memory has at least `size` bytes,
        // and remains mapped until it is freed.
        let mapped: *mut u8 = unsafe {
            device.bind_buffer_memory(buffer, memory, 0).map_err(fail("buffer"))?;
            let flags = vk::MemoryMapFlags::empty();
            let mapped =
                device.map_memory(memory, 0, vk::WHOLE_SIZE, flags).map_err(fail("map"))?.cast::<u8>();
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), mapped, bytes.len());
            mapped
        };
        let (mut image, mut view) = (vk::Image::null(), vk::ImageView::null());
        if let Shape::Image { format, extent: [width, height] } = shape {
            let usage = self.image_usage(format)?;
            let info = vk::ImageCreateInfo::default()
                .image_type(vk::ImageType::TYPE_2D)
                .format(format)
                .extent(vk::Extent3D { width, height, depth: 1 })
                .mip_levels(1)
                .array_layers(1)
                .samples(vk::SampleCountFlags::TYPE_1)
                .usage(usage);
            // SAFETY: the device supports images of the format for these uses.
            let needs = unsafe {
                image = device.create_image(&info, None).map_err(fail("image"))?;
                device.get_image_memory_requirements(image)
            };
            made.images.push(image);
            let memory = self.allocate(needs, vk::MemoryPropertyFlags::empty(), made)?;
            let info = vk::ImageViewCreateInfo::default()
                .image(image)
                .view_type(vk::ImageViewType::TYPE_2D)
                .format(format)
                .subresource_range(RANGE);
            // SAFETY: the memory has the type and size that the image requires; the view has the image's format.
            view = unsafe {
                device.bind_image_memory(image, memory, 0).map_err(fail("image"))?;
                device.create_image_view(&info, None).map_err(fail("view"))?
            };
            made.views.push(view);
        }
        Ok(Resident { shape, buffer, mapped, size, image, view })
    }

    /// Returns the image usages that the device supports for a format.
    fn image_usage(&self, format: vk::Format) -> Result<vk::ImageUsageFlags, Error> {
        // SAFETY: the physical device belongs to the instance.
        let has = unsafe {
            self.opened.instance.get_physical_device_format_properties(self.opened.physical, format)
        }
        .optimal_tiling_features;
        let all = [
            (vk::FormatFeatureFlags::COLOR_ATTACHMENT, vk::ImageUsageFlags::COLOR_ATTACHMENT),
            (vk::FormatFeatureFlags::SAMPLED_IMAGE, vk::ImageUsageFlags::SAMPLED),
            (vk::FormatFeatureFlags::STORAGE_IMAGE, vk::ImageUsageFlags::STORAGE),
        ];
        let copies = vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST;
        let uses = all.into_iter().filter(|(feature, _)| has.contains(*feature)).map(|(_, usage)| usage);
        let usage = uses.fold(vk::ImageUsageFlags::empty(), |all, usage| all | usage);
        match usage.is_empty() {
            true => Err(Error::Driver(format!("no images of format {}", format.as_raw()))),
            false => Ok(usage | copies),
        }
    }

    fn descriptors(
        &self,
        run: &Run<'_>,
        residents: &[Resident],
        made: &mut Made,
    ) -> Result<(vk::PipelineLayout, Vec<vk::DescriptorSet>), Error> {
        let device = &self.opened.device;
        let count = run.bound.iter().map(|bound| bound.set + 1).max().unwrap_or(0);
        for set in 0..count {
            let bindings: Vec<_> = run
                .bound
                .iter()
                .filter(|bound| bound.set == set)
                .map(|bound| {
                    vk::DescriptorSetLayoutBinding::default()
                        .binding(bound.binding)
                        .descriptor_type(bound.kind)
                        .descriptor_count(1)
                        .stage_flags(vk::ShaderStageFlags::ALL)
                })
                .collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            // SAFETY: the structures are complete.
            let layout = unsafe { device.create_descriptor_set_layout(&info, None) };
            made.sets.push(layout.map_err(fail("descriptor set"))?);
        }
        let push = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::ALL)
            .size(run.push.len() as u32)];
        let ranges = if run.push.is_empty() { &[][..] } else { &push[..] };
        let info =
            vk::PipelineLayoutCreateInfo::default().set_layouts(&made.sets).push_constant_ranges(ranges);
        // SAFETY: the descriptor set layouts belong to the device.
        let layout = unsafe { device.create_pipeline_layout(&info, None) }.map_err(fail("layout"))?;
        made.layouts.push(layout);
        if count == 0 {
            return Ok((layout, Vec::new()));
        }
        let sizes: Vec<_> = run
            .bound
            .iter()
            .map(|bound| vk::DescriptorPoolSize::default().ty(bound.kind).descriptor_count(1))
            .collect();
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(count).pool_sizes(&sizes);
        // SAFETY: the pool is large enough for these descriptor sets, whose layouts belong to the device.
        let sets = unsafe {
            let pool = device.create_descriptor_pool(&info, None).map_err(fail("descriptor pool"))?;
            made.pools.push(pool);
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&made.sets);
            device.allocate_descriptor_sets(&info).map_err(fail("descriptor sets"))?
        };
        for bound in &run.bound {
            let resident = &residents[bound.resource];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(sets[bound.set as usize])
                .dst_binding(bound.binding)
                .descriptor_type(bound.kind);
            let buffer = [vk::DescriptorBufferInfo::default().buffer(resident.buffer).range(vk::WHOLE_SIZE)];
            let mut image = [vk::DescriptorImageInfo::default()
                .image_view(resident.view)
                .image_layout(vk::ImageLayout::GENERAL)];
            let write = match resident.shape {
                Shape::Buffer => write.buffer_info(&buffer),
                Shape::Image { .. } => {
                    image[0].sampler = self.sampler(bound.sampler, made)?;
                    write.image_info(&image)
                }
            };
            // SAFETY: the resource has the descriptor type that the layout has at this binding.
            unsafe { device.update_descriptor_sets(&[write], &[]) };
        }
        Ok((layout, sets))
    }

    fn sampler(&self, (linear, repeat): (bool, bool), made: &mut Made) -> Result<vk::Sampler, Error> {
        let filter = if linear { vk::Filter::LINEAR } else { vk::Filter::NEAREST };
        let address = match repeat {
            true => vk::SamplerAddressMode::REPEAT,
            false => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        };
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(filter)
            .min_filter(filter)
            .address_mode_u(address)
            .address_mode_v(address)
            .address_mode_w(address);
        // SAFETY: the structure is complete.
        let sampler = unsafe { self.opened.device.create_sampler(&info, None) }.map_err(fail("sampler"))?;
        made.samplers.push(sampler);
        Ok(sampler)
    }

    fn pipeline(
        &self,
        run: &Run<'_>,
        shapes: &[Shape],
        layout: vk::PipelineLayout,
        made: &mut Made,
    ) -> Result<vk::Pipeline, Error> {
        let device = &self.opened.device;
        let mut constants = Vec::new();
        for stage in &run.stages {
            let info = vk::ShaderModuleCreateInfo::default().code(stage.module.words());
            // SAFETY: spirv-val accepts the module, and the device has its capabilities.
            let module = unsafe { device.create_shader_module(&info, None) }.map_err(fail("module"))?;
            made.modules.push(module);
            let entries: Vec<_> = (0..)
                .zip(stage.specialization)
                .map(|(i, (id, _))| {
                    vk::SpecializationMapEntry::default().constant_id(*id).offset(4 * i).size(4)
                })
                .collect();
            let data: Vec<u8> =
                stage.specialization.iter().flat_map(|(_, bits)| bits.to_ne_bytes()).collect();
            constants.push((entries, data));
        }
        let infos: Vec<_> = constants
            .iter()
            .map(|(entries, data)| vk::SpecializationInfo::default().map_entries(entries).data(data))
            .collect();
        let stages: Vec<_> = run
            .stages
            .iter()
            .zip(&made.modules)
            .zip(&infos)
            .map(|((stage, module), info)| {
                vk::PipelineShaderStageCreateInfo::default()
                    .stage(stage.stage)
                    .module(*module)
                    .name(&stage.entry)
                    .specialization_info(info)
            })
            .collect();
        let cache = vk::PipelineCache::null();
        let made_pipeline = match &run.work {
            Work::Dispatch(_) => {
                let stage = *stages.first().ok_or_else(|| Error::Driver("no shader".to_owned()))?;
                let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout);
                // SAFETY: stage and layout belong to the device.
                unsafe { device.create_compute_pipelines(cache, &[info], None) }
            }
            Work::Draw(draw) => self.graphics_pipeline(draw, &stages, shapes, layout),
        };
        let pipeline = made_pipeline.map_err(|(_, why)| fail("pipeline")(why))?[0];
        made.pipelines.push(pipeline);
        Ok(pipeline)
    }

    fn graphics_pipeline(
        &self,
        draw: &Draw,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
        shapes: &[Shape],
        layout: vk::PipelineLayout,
    ) -> Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)> {
        let bindings: Vec<_> = (0..)
            .zip(&draw.vertices)
            .map(|(i, v)| vk::VertexInputBindingDescription::default().binding(i).stride(v.stride))
            .collect();
        let attributes: Vec<_> = (0..)
            .zip(&draw.vertices)
            .map(|(i, v)| {
                vk::VertexInputAttributeDescription::default()
                    .binding(i)
                    .location(v.location)
                    .format(v.format)
            })
            .collect();
        let input = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_binding_descriptions(&bindings)
            .vertex_attribute_descriptions(&attributes);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(draw.topology);
        let tessellation =
            vk::PipelineTessellationStateCreateInfo::default().patch_control_points(draw.patch);
        let [width, height] = draw.size;
        let viewports = [vk::Viewport {
            x: 0.0,
            y: 0.0,
            width: width as f32,
            height: height as f32,
            min_depth: 0.0,
            max_depth: 1.0,
        }];
        let area = vk::Rect2D { offset: vk::Offset2D::default(), extent: vk::Extent2D { width, height } };
        let scissors = [area];
        let viewport =
            vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .polygon_mode(vk::PolygonMode::FILL)
            .cull_mode(vk::CullModeFlags::NONE)
            .line_width(1.0);
        let samples = vk::PipelineMultisampleStateCreateInfo::default()
            .rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let slots = draw.colors.iter().map(|(location, _)| location + 1).max().unwrap_or(0);
        let blends = vec![
            vk::PipelineColorBlendAttachmentState::default()
                .color_write_mask(vk::ColorComponentFlags::RGBA);
            slots as usize
        ];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
        let format = |location| {
            let color = draw.colors.iter().find(|(at, _)| *at == location);
            match color.map(|(_, resource)| shapes[*resource]) {
                Some(Shape::Image { format, .. }) => format,
                _ => vk::Format::UNDEFINED,
            }
        };
        let formats: Vec<vk::Format> = (0..slots).map(format).collect();
        let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(stages)
            .vertex_input_state(&input)
            .input_assembly_state(&assembly)
            .tessellation_state(&tessellation)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .color_blend_state(&blend)
            .layout(layout)
            .push_next(&mut rendering);
        // SAFETY: all structures are complete and live until the call returns; stages and layout belong to the device.
        unsafe { self.opened.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) }
    }

    fn record(
        &self,
        run: &Run<'_>,
        residents: &[Resident],
        layout: vk::PipelineLayout,
        sets: &[vk::DescriptorSet],
        pipeline: vk::Pipeline,
    ) -> Result<(), vk::Result> {
        let (device, commands) = (&self.opened.device, self.commands);
        let images = || {
            residents.iter().filter_map(|resident| match resident.shape {
                Shape::Buffer => None,
                Shape::Image { extent: [width, height], .. } => {
                    let extent = vk::Extent3D { width, height, depth: 1 };
                    let region =
                        vk::BufferImageCopy::default().image_subresource(LAYERS).image_extent(extent);
                    Some((resident, region))
                }
            })
        };
        let general = vk::ImageLayout::GENERAL;
        let to_general: Vec<_> = images()
            .map(|(resident, _)| {
                vk::ImageMemoryBarrier::default()
                    .dst_access_mask(vk::AccessFlags::MEMORY_WRITE)
                    .new_layout(general)
                    .image(resident.image)
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
        let point = match run.work {
            Work::Dispatch(_) => vk::PipelineBindPoint::COMPUTE,
            Work::Draw(_) => vk::PipelineBindPoint::GRAPHICS,
        };
        // SAFETY: the command buffer is not pending, and beginning resets it. Copies stay within buffers and images of
        // matching size; the preceding barriers establish the layouts.
        unsafe {
            device.begin_command_buffer(commands, &begin)?;
            device.cmd_pipeline_barrier(commands, any, any, none, &[], &[], &to_general);
            for (resident, region) in images() {
                device.cmd_copy_buffer_to_image(
                    commands,
                    resident.buffer,
                    resident.image,
                    general,
                    &[region],
                );
            }
            device.cmd_pipeline_barrier(commands, any, any, none, &everything, &[], &[]);
            device.cmd_bind_pipeline(commands, point, pipeline);
            if !sets.is_empty() {
                device.cmd_bind_descriptor_sets(commands, point, layout, 0, sets, &[]);
            }
            if !run.push.is_empty() {
                device.cmd_push_constants(commands, layout, vk::ShaderStageFlags::ALL, 0, run.push);
            }
        }
        match &run.work {
            Work::Dispatch([x, y, z]) => {
                // SAFETY: a compute pipeline is bound.
                unsafe { device.cmd_dispatch(commands, *x, *y, *z) };
            }
            Work::Draw(draw) => self.record_draw(draw, residents),
        }
        // SAFETY: the command buffer is being recorded. Copies stay within buffers and images of matching size; the
        // preceding barrier establishes the layouts.
        unsafe {
            device.cmd_pipeline_barrier(commands, any, any, none, &everything, &[], &[]);
            for (resident, region) in images() {
                device.cmd_copy_image_to_buffer(
                    commands,
                    resident.image,
                    general,
                    resident.buffer,
                    &[region],
                );
            }
            let host = vk::PipelineStageFlags::HOST;
            device.cmd_pipeline_barrier(commands, any, host, none, &to_host, &[], &[]);
            device.end_command_buffer(commands)
        }
    }

    fn record_draw(&self, draw: &Draw, residents: &[Resident]) {
        let (device, commands) = (&self.opened.device, self.commands);
        let slots = draw.colors.iter().map(|(location, _)| location + 1).max().unwrap_or(0);
        let attachment = |location| {
            let color = draw.colors.iter().find(|(at, _)| *at == location);
            let view = color.map_or(vk::ImageView::null(), |(_, resource)| residents[*resource].view);
            vk::RenderingAttachmentInfo::default()
                .image_view(view)
                .image_layout(vk::ImageLayout::GENERAL)
                .load_op(vk::AttachmentLoadOp::LOAD)
                .store_op(vk::AttachmentStoreOp::STORE)
        };
        let colors: Vec<_> = (0..slots).map(attachment).collect();
        let [width, height] = draw.size;
        let area = vk::Rect2D { offset: vk::Offset2D::default(), extent: vk::Extent2D { width, height } };
        let info = vk::RenderingInfo::default().render_area(area).layer_count(1).color_attachments(&colors);
        let buffers: Vec<vk::Buffer> = draw.vertices.iter().map(|v| residents[v.resource].buffer).collect();
        // SAFETY: a graphics pipeline with attachments of these formats is bound; the vertex and index buffers live
        // until the device is idle.
        unsafe {
            device.cmd_begin_rendering(commands, &info);
            if !buffers.is_empty() {
                device.cmd_bind_vertex_buffers(commands, 0, &buffers, &vec![0; buffers.len()]);
            }
            match draw.indices {
                None => device.cmd_draw(commands, draw.count, 1, draw.first, 0),
                Some(resource) => {
                    let buffer = residents[resource].buffer;
                    device.cmd_bind_index_buffer(commands, buffer, 0, vk::IndexType::UINT32);
                    device.cmd_draw_indexed(commands, draw.count, 1, draw.first, 0, 0);
                }
            }
            device.cmd_end_rendering(commands);
        }
    }

    fn destroy(&self, made: &Made) {
        let device = &self.opened.device;
        // SAFETY: the device is idle, and each object is destroyed once, after its users.
        unsafe {
            made.pipelines.iter().for_each(|it| device.destroy_pipeline(*it, None));
            made.layouts.iter().for_each(|it| device.destroy_pipeline_layout(*it, None));
            made.pools.iter().for_each(|it| device.destroy_descriptor_pool(*it, None));
            made.sets.iter().for_each(|it| device.destroy_descriptor_set_layout(*it, None));
            made.modules.iter().for_each(|it| device.destroy_shader_module(*it, None));
            made.samplers.iter().for_each(|it| device.destroy_sampler(*it, None));
            made.views.iter().for_each(|it| device.destroy_image_view(*it, None));
            made.images.iter().for_each(|it| device.destroy_image(*it, None));
            made.buffers.iter().for_each(|it| device.destroy_buffer(*it, None));
            made.memory.iter().for_each(|it| device.free_memory(*it, None));
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if self.lost {
            // The driver's threads still run, so its library must remain loaded.
            std::mem::forget(self.opened.entry.clone());
            return;
        }
        // SAFETY: the device is idle, and each run destroyed its objects.
        unsafe {
            self.opened.device.destroy_fence(self.fence, None);
            self.opened.device.destroy_command_pool(self.pool, None);
            self.opened.device.destroy_device(None);
            self.opened.instance.destroy_instance(None);
        }
    }
}
