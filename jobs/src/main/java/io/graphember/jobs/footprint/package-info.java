// SPDX-License-Identifier: Apache-2.0
/** The native memory that engines and jobs of a node take. */
package io.graphember.jobs.footprint;
