// SPDX-License-Identifier: Apache-2.0
/** Jobs that infer: layer by layer over all nodes. */
@NullMarked
package io.graphember.jobs.infer;

import org.jspecify.annotations.NullMarked;
