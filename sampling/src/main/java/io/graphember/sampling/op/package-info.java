// SPDX-License-Identifier: Apache-2.0
/** Sampling operators; each file holds its gather half and its apply half. */
package io.graphember.sampling.op;
