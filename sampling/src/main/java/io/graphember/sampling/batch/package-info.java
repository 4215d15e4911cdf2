// SPDX-License-Identifier: Apache-2.0
/** From a sampled neighbourhood to the mini-batch that a backend takes. */
@NullMarked
package io.graphember.sampling.batch;

import org.jspecify.annotations.NullMarked;
