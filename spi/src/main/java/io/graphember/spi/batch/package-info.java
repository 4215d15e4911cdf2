// SPDX-License-Identifier: Apache-2.0
/**
 * What a step of training is computed over: {@link io.graphember.spi.batch.BatchPolicy} is what an
 * outsider implements.
 */
@NullMarked
package io.graphember.spi.batch;

import org.jspecify.annotations.NullMarked;
