// SPDX-License-Identifier: Apache-2.0
/** Jobs that infer: layer by layer over all nodes. */
package io.graphember.jobs.infer;
