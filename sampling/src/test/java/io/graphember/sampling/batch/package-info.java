// SPDX-License-Identifier: Apache-2.0
/** Tests of the batches made of a sample. */
package io.graphember.sampling.batch;
