// SPDX-License-Identifier: Apache-2.0
/** Engines that compute slices instead of this JVM's kernels. */
package io.graphember.inference.engine;
