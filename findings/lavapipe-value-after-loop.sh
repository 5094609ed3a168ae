#!/usr/bin/env bash
# Mesa 22.3.6's lavapipe computes wrong values after a do-while loop if the invocations exit in different iterations.
#
#   uint x = n, m, k = 0;
#   do { m = x + 7; x = m ^ 1; k++; } while (k < n);
#
# If n is the same in all invocations, m is correct after the loop. If n is 0 to 7, m is correct only in the last invocation to
# exit the loop. For n = 0, m is 13 instead of 7: 13 is x + 7 with the x of the next iteration. lavapipe seems to compute a value
# that is used only after the loop from variables that have already advanced.
#
# Requires gcc, and apt-get with the suites bookworm and bookworm-security of Debian 12.
# Exits with 0 if lavapipe still has this defect.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
(
    cd "$directory"
    apt-get -qq -o APT::Sandbox::User=root download mesa-vulkan-drivers=22.3.6-1+deb12u2 libllvm15=1:15.0.6-4+b1 \
        libvulkan1=1.3.239.0-1 libvulkan-dev=1.3.239.0-1 glslang-tools=12.0.0-2 spirv-tools=2023.1-2 libbsd0 libdrm2 \
        libdrm-amdgpu1 libedit2 libelf1 libexpat1 libffi8 libicu72 libmd0 libtinfo6 libwayland-client0 libx11-xcb1 libxau6 \
        libxcb-dri3-0 libxcb-present0 libxcb-randr0 libxcb-shm0 libxcb-sync1 libxcb-xfixes0 libxcb1 libxdmcp6 libxml2 \
        libxshmfence1 libz3-4 libzstd1 zlib1g
    for package in *.deb; do dpkg -x "$package" .; done
)
lib=$directory/usr/lib/x86_64-linux-gnu
sed "s|/usr/lib/x86_64-linux-gnu|$lib|" "$directory/usr/share/vulkan/icd.d/lvp_icd.x86_64.json" >"$directory/driver.json"

cat >"$directory/run.c" <<'PROGRAM'
// Runs a compute shader with one workgroup on the first device. The eight words of its storage buffer are the other
// arguments. Prints the words that the shader leaves.
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>
#define CHECK(call) if ((call) != VK_SUCCESS) { fprintf(stderr, "failed: %s\n", #call); exit(2); }

int main(int argc, char **argv) {
    uint32_t code[4096], one = 1;
    FILE *file = fopen(argv[1], "rb");
    size_t size = fread(code, 1, sizeof code, file);
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkInstance instance;
    CHECK(vkCreateInstance(&(VkInstanceCreateInfo){VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application}, NULL, &instance));
    VkPhysicalDevice gpu;
    vkEnumeratePhysicalDevices(instance, &one, &gpu);
    float priority = 1;
    VkDeviceQueueCreateInfo queues = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDevice device;
    CHECK(vkCreateDevice(gpu, &(VkDeviceCreateInfo){VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queues}, NULL, &device));
    VkBuffer buffer;
    CHECK(vkCreateBuffer(device, &(VkBufferCreateInfo){VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 256, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}, NULL, &buffer));
    // The memory type 0 of lavapipe is visible to the host.
    VkDeviceMemory memory;
    CHECK(vkAllocateMemory(device, &(VkMemoryAllocateInfo){VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 256}, NULL, &memory));
    CHECK(vkBindBufferMemory(device, buffer, memory, 0));
    uint32_t *words;
    CHECK(vkMapMemory(device, memory, 0, 256, 0, (void **)&words));
    for (uint32_t i = 0; i < 8; i++) words[i] = strtoul(argv[2 + i], NULL, 0);
    VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT};
    VkDescriptorSetLayout sets;
    CHECK(vkCreateDescriptorSetLayout(device, &(VkDescriptorSetLayoutCreateInfo){VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding}, NULL, &sets));
    VkPipelineLayout layout;
    CHECK(vkCreatePipelineLayout(device, &(VkPipelineLayoutCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &sets}, NULL, &layout));
    VkShaderModule module;
    CHECK(vkCreateShaderModule(device, &(VkShaderModuleCreateInfo){VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = code}, NULL, &module));
    VkComputePipelineCreateInfo compute = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout};
    compute.stage = (VkPipelineShaderStageCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"};
    VkPipeline pipeline;
    CHECK(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &compute, NULL, &pipeline));
    VkDescriptorPoolSize pool_size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    VkDescriptorPool pool;
    CHECK(vkCreateDescriptorPool(device, &(VkDescriptorPoolCreateInfo){VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &pool_size}, NULL, &pool));
    VkDescriptorSet set;
    CHECK(vkAllocateDescriptorSets(device, &(VkDescriptorSetAllocateInfo){VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &sets}, &set));
    VkDescriptorBufferInfo whole = {buffer, 0, VK_WHOLE_SIZE};
    vkUpdateDescriptorSets(device, 1, &(VkWriteDescriptorSet){VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &whole}, 0, NULL);
    VkCommandPool commands;
    CHECK(vkCreateCommandPool(device, &(VkCommandPoolCreateInfo){VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO}, NULL, &commands));
    VkCommandBuffer command;
    CHECK(vkAllocateCommandBuffers(device, &(VkCommandBufferAllocateInfo){VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = commands, .commandBufferCount = 1}, &command));
    CHECK(vkBeginCommandBuffer(command, &(VkCommandBufferBeginInfo){VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO}));
    vkCmdBindPipeline(command, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(command, 1, 1, 1);
    CHECK(vkEndCommandBuffer(command));
    VkQueue queue;
    vkGetDeviceQueue(device, 0, 0, &queue);
    CHECK(vkQueueSubmit(queue, 1, &(VkSubmitInfo){VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &command}, VK_NULL_HANDLE));
    CHECK(vkQueueWaitIdle(queue));
    for (int i = 0; i < 8; i++) printf("%u ", words[i]);
}
PROGRAM
gcc -I "$directory/usr/include" "$directory/run.c" -o "$directory/run" -L "$lib" -l:libvulkan.so.1

cat >"$directory/shader.comp" <<'SHADER'
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Buffer { uint words[]; };
void main() {
  uint n = words[gl_LocalInvocationIndex], x = n, m, k = 0;
  do {
    m = x + 7;
    x = m ^ 1;
    k++;
  } while (k < n);
  words[gl_LocalInvocationIndex] = m;
}
SHADER
"$directory/usr/bin/glslangValidator" --target-env vulkan1.1 "$directory/shader.comp" -o "$directory/shader.spv" >/dev/null
"$directory/usr/bin/spirv-val" --target-env vulkan1.1 "$directory/shader.spv"
run() { LD_LIBRARY_PATH=$lib VK_ICD_FILENAMES=$directory/driver.json "$directory/run" "$directory/shader.spv" "$@" | xargs; }
right=
for n in 0 1 2 3 4 5 6 7; do
    right="$right $(run $n $n $n $n $n $n $n $n | cut -d ' ' -f 1)"
done
echo "equal n:     ${right# }"
[ "$right" = " 7 8 15 26 29 44 43 62" ]
found=$(run 0 1 2 3 4 5 6 7)
echo "different n: $found"
[ "$found" = "13 16 21 34 35 52 49 62" ] || { echo "changed" >&2; exit 1; }
