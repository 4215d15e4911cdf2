// SPDX-License-Identifier: Apache-2.0
/** Tests with real files in temporary folders. */
package io.graphember.ingest;
